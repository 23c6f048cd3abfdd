/** A profile setting that cannot be. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly code = 'profile_invalid';
  /** Where: `notification.schedule`. */
  readonly path: string;

  constructor(path: string, expected: string) {
    super(`The gateway profile's "${path}" is wrong: expected ${expected}.`);
    this.path = path;
  }
}
