/** Accounts of the demo. Their passwords are public, so the demo only runs on the loopback interface. */

export const demoAccounts = {
  systemAdministrator: { email: 'sysadmin@sonde.example', password: 'sonde-sysadmin' },
  tenantAdministrator: { email: 'tenant@sonde.example', password: 'sonde-tenant' },
  customerUser: { email: 'customer@sonde.example', password: 'sonde-customer' },
} as const

export const demoEmails: readonly string[] = Object.values(demoAccounts).map((account) => account.email)

/** True if only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
