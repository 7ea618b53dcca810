// Which part of the board's picture is shown.

import type { Point } from './places';

type Frame = [number, number, number, number];

const MOST = 5;

export class Sight {
  zoom = $state(1);
  /** The middle of the shown part. */
  private x = $state(0);
  private y = $state(0);
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
    this.x = frame[0] + frame[2] / 2;
    this.y = frame[1] + frame[3] / 2;
  }

  /** The shown part: its left and upper edge, width and height. */
  shown = $derived.by<Frame>(() => {
    const width = this.frame[2] / this.zoom;
    const height = this.frame[3] / this.zoom;
    return [this.x - width / 2, this.y - height / 2, width, height];
  });

  get viewBox(): string {
    return this.shown.map((number) => number.toFixed(2)).join(' ');
  }

  /** Changes the size so that a point of the picture stays where it is on the screen. */
  scale(factor: number, fixed: Point = { x: this.x, y: this.y }): void {
    const zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    const ratio = this.zoom / zoom;
    this.x = fixed.x + (this.x - fixed.x) * ratio;
    this.y = fixed.y + (this.y - fixed.y) * ratio;
    this.zoom = zoom;
    this.stay();
  }

  move(x: number, y: number): void {
    this.x += x;
    this.y += y;
    this.stay();
  }

  reset(): void {
    this.scale(0);
  }

  /** Shows a point that is outside of the shown part. */
  include(point: Point): void {
    const [left, top, width, height] = this.shown;
    const edge = 60 / this.zoom;
    const away = (at: number, start: number, length: number) =>
      Math.min(0, at - start - edge) + Math.max(0, at - start - length + edge);
    if (this.zoom > 1) this.move(away(point.x, left, width), away(point.y, top, height));
  }

  /** Keeps the picture in sight. */
  private stay(): void {
    const [left, top, width, height] = this.frame;
    const [wide, high] = [width / this.zoom / 2, height / this.zoom / 2];
    this.x = Math.min(left + width - wide, Math.max(left + wide, this.x));
    this.y = Math.min(top + height - high, Math.max(top + high, this.y));
  }
}
