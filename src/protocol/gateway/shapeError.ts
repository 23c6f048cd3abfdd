/** What came from the other side of the wall lacks or garbles a field that we act on. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** The field, in the interface document's spelling. */
  readonly path: string;

  constructor(path: string, expected: string) {
    super(`${path}: expected ${expected}.`);
    this.path = path;
  }
}
