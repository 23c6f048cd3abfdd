/** Fills the list above the form and goes there; each item leads to its field. */
export function showProblems(problems: readonly { field: string; text: string }[]): void {
  const box = document.getElementById('problems');
  const list = document.getElementById('problem-list');
  if (box === null || list === null) return;
  box.hidden = problems.length === 0;
  list.replaceChildren(
    ...problems.map(({ field, text }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `#${field}`;
      link.textContent = text;
      link.addEventListener('click', (event) => {
        event.preventDefault();
        document.getElementById(field)?.focus();
      });
      item.append(link);
      return item;
    }),
  );
  if (problems.length > 0) box.focus();
}
