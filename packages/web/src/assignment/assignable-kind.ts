/** Entity kinds that are assigned to customers and edges, and their REST calls. */

import type { CallOptions } from '@sonde/client/rest/rest'
import type { TypesWith } from '@sonde/model/entities/entity-kinds'

export type AssignableKind =
  | TypesWith<{ readonly customers: 'one' | 'several' }>
  | TypesWith<{ readonly edges: 'assigned' }>

type Call = (id: string, options?: CallOptions) => Promise<unknown>
type CallWithOwner = (id: string, ownerId: string, options?: CallOptions) => Promise<unknown>

/** Absent calls: the kind can't be assigned to that type of owner. */
export interface AssignmentCalls {
  readonly assignToCustomer?: CallWithOwner
  /** The second argument is for kinds that several customers share. */
  readonly unassignFromCustomer?: CallWithOwner
  readonly makePublic?: Call
  readonly assignToEdge?: CallWithOwner
  readonly unassignFromEdge?: CallWithOwner
}

export interface SingleOwnerCalls extends Omit<AssignmentCalls, 'unassignFromCustomer'> {
  readonly unassignFromCustomer: Call
}

/** For kinds with at most one customer: unassigning needs no customer id. */
export const singleOwner = (calls: SingleOwnerCalls): AssignmentCalls => ({
  ...calls,
  unassignFromCustomer: (id, _, options) => calls.unassignFromCustomer(id, options),
})
