/** Names that the other sheets use, in light and dark. */
export const colours: string = `
:root {
  color-scheme: light dark;
  --page: #f4f6fa;
  --surface: #fff;
  --ink: #152033;
  --muted: #54617a;
  --line: #d9dfea;
  --accent: #1d4fd7;
  --good: #0b6b3a;
  --good-soft: #e3f5ea;
  --bad: #b3261e;
  --bad-soft: #fdecea;
  --wait: #6b4a00;
  --wait-soft: #fff4d6;
}

@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c1017;
    --surface: #161c27;
    --ink: #e9edf4;
    --muted: #a5b1c5;
    --line: #2c3647;
    --accent: #8db1ff;
    --good: #8fdcae;
    --good-soft: #12301f;
    --bad: #ffb4ab;
    --bad-soft: #361b1b;
    --wait: #ffd98a;
    --wait-soft: #382c10;
  }
}
`;
