export async function diagnose() {
  return { findings: [] };
}
