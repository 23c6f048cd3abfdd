/** The oldest browsers that the built files run in. */
export const BROWSERS = ['es2022', 'safari16.4'];
