/** What other rooms need of customers: devices and dashboards are assigned to them. */

import type { Scope } from '../access/scope.ts'

export interface CustomersOfTenant {
  /** Title of a customer of the tenant; undefined when there is none. */
  title(tenantId: string, customerId: string): Promise<string | undefined>
  /** The tenant's customer Public, made when it does not exist. */
  publicCustomer(scope: Scope): Promise<{ readonly id: string; readonly title: string }>
}
