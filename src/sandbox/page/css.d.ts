/** A style sheet as text, for the pages that the sandbox renders. */
declare module '*.css?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: how the bundler hands over a raw file
  export default text;
}
