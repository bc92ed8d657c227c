/** Public entities are assigned to the public customer. It can't be edited or deleted, and has no users. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { additionalInfoOf } from '../../entities/additional-info.ts'

export const isPublicCustomer = (customer: Customer): boolean => additionalInfoOf(customer).isPublic === true
