import { mount } from 'svelte';
import './page.css';
import { recordedIn } from './lib/recording';
import { applyTheme } from './lib/theme.svelte';
import ReplayPage from './replay/ReplayPage.svelte';

applyTheme();
const target = document.getElementById('page');
if (target) mount(ReplayPage, { target, props: { recorded: recordedIn(document) } });
