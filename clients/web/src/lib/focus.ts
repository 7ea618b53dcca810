// Keeps the focus of the keyboard when the thing that has it disappears, such as a button that was
// pressed. Without this, the next Tab would begin at the top of the page.

const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex]';

const isUsable = (element: HTMLElement | SVGElement) =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;

/** Something that can be pressed, inside of an element. */
function entranceOf(group: Element | null): HTMLElement | SVGElement | undefined {
  const all = group?.querySelectorAll<HTMLElement | SVGElement>(FOCUSABLE) ?? [];
  return [...all].find((element) => element.tabIndex >= 0 && isUsable(element));
}

/**
 * Watches an element. The lost focus goes to the group (`data-focus-group`) in which it was, if
 * something can be pressed there, and otherwise to the element's `data-focus-home`. While requests
 * are under way, buttons are disabled for a moment, so it waits until they have been answered.
 */
export function keepFocus(isBusy: () => boolean) {
  return (root: HTMLElement): (() => void) => {
    let last: HTMLElement | SVGElement | null = null;
    let group = '';

    function noteFocus(event: FocusEvent): void {
      const element = event.target as HTMLElement | SVGElement;
      if (!root.contains(element)) return;
      last = element;
      group = element.closest<HTMLElement>('[data-focus-group]')?.dataset['focusGroup'] ?? '';
    }

    /** Who clicks on something that takes no focus wants to lose it. */
    function notePress(event: PointerEvent): void {
      const on = event.target instanceof Element ? event.target : null;
      if (!on?.closest(`${FOCUSABLE}, dialog`)) last = null;
    }

    function restore(): void {
      const active = document.activeElement;
      if (!last || (active && active !== document.body)) return;
      if (document.querySelector('dialog[open]')) return;
      if (isUsable(last)) {
        last.focus({ preventScroll: true });
        return;
      }
      if (isBusy()) return;
      const near = group ? root.querySelector(`[data-focus-group="${group}"]`) : null;
      const next = entranceOf(near) ?? root.querySelector<HTMLElement>('[data-focus-home]');
      next?.focus({ preventScroll: true });
    }

    // Several changes come together; the last of them shows what is left.
    let waiting = 0;
    const observer = new MutationObserver(() => {
      clearTimeout(waiting);
      waiting = setTimeout(restore, 30);
    });
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', noteFocus);
    document.addEventListener('pointerdown', notePress);
    return () => {
      clearTimeout(waiting);
      observer.disconnect();
      document.removeEventListener('focusin', noteFocus);
      document.removeEventListener('pointerdown', notePress);
    };
  };
}
