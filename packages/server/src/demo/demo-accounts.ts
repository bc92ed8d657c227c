/** Accounts of the demo. Their passwords are public, so the demo only runs on the loopback interface. */

export const demoAccounts = {
  systemAdministrator: { email: 'sysadmin@sonde.example', password: 'sonde-sysadmin' },
  tenantAdministrator: { email: 'tenant@sonde.example', password: 'sonde-tenant' },
  customerUser: { email: 'customer@sonde.example', password: 'sonde-customer' },
  /** Belongs to the second customer, which only the plant's story has. */
  courierUser: { email: 'courier@sonde.example', password: 'sonde-courier' },
} as const

export const demoEmails: readonly string[] = Object.values(demoAccounts).map((account) => account.email)

/** Accounts that the first start of the demo creates. */
export const accountsOfDemo = (hasStory: boolean) =>
  Object.values(demoAccounts).filter((account) => hasStory || account !== demoAccounts.courierUser)

/** True if only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
