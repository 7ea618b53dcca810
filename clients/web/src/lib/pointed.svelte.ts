// The place of the board whose card is shown: somebody has clicked on it, or on its name in a panel.

export const pointed = $state({ place: '' });
