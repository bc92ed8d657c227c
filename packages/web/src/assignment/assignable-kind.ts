/** What customers and edges are given, and the calls that give it. */

import type { CallOptions } from '@sonde/client/rest/rest'
import type { TypesWith } from '@sonde/model/entities/entity-kinds'

export type AssignableKind =
  | TypesWith<{ readonly customers: 'one' | 'several' }>
  | TypesWith<{ readonly edges: 'assigned' }>

type Call = (id: string, options?: CallOptions) => Promise<unknown>
type CallWithOwner = (id: string, ownerId: string, options?: CallOptions) => Promise<unknown>

/** Absent: this kind has no owner of that sort. */
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

/** Of a kind that one customer at a time has: taking it away needs no name. */
export const singleOwner = (calls: SingleOwnerCalls): AssignmentCalls => ({
  ...calls,
  unassignFromCustomer: (id, _, options) => calls.unassignFromCustomer(id, options),
})
