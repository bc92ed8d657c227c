/** Interface for other modules, which assign devices and dashboards to customers. */

import type { Scope } from '../access/scope.ts'

export interface CustomersOfTenant {
  /** Title of a customer of the tenant. Undefined if it doesn't exist. */
  title(tenantId: string, customerId: string): Promise<string | undefined>
  /** Public customer of the tenant, created if it doesn't exist. */
  publicCustomer(scope: Scope): Promise<{ readonly id: string; readonly title: string }>
}
