/** What this process has used so far: CPU in µs, most memory ever resident in MB. CPU does not depend on who else is running. */
export function usage() {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, peakMB: process.resourceUsage().maxRSS / 1_024 };
}
