import { mount } from 'svelte';
import App from './App.svelte';
import './page.css';
import { applyTheme } from './lib/theme.svelte';

applyTheme();
const target = document.getElementById('page');
if (target) mount(App, { target });
