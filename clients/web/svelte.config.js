export default {
  compilerOptions: {
    // Names of classes must not depend on the folder in which the page is built.
    cssHash: ({ name, css, hash }) => `${name.toLowerCase()}-${hash(css)}`,
  },
};
