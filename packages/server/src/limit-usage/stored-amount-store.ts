/** Counts dead letters, sessions and RPC calls of tenants in the relational store. */

import type { TenantId } from '@sonde/model/ids'
import type { LimitKey } from '@sonde/model/limits/limits'
import { waitingRpcStatuses } from '@sonde/model/rpc/rpc'
import { sql } from 'kysely'
import type { RelationalStore } from '../storage/relational.ts'

export const listedKeys = ['deadLetters', 'sessions', 'waitingRpcCalls', 'tenantWaitingRpcCalls'] as const
export type ListedKey = Extract<LimitKey, (typeof listedKeys)[number]>

/**
 * Counts for one tenant or, with null, for all tenants that have any. For limits per user or device, the highest count
 * of one of them.
 */
export function countListed(relational: RelationalStore, key: ListedKey, nowMs: number, tenantId: TenantId | null) {
  const { build } = relational
  const count = sql<number>`count(*)`.as('amount')
  const ofOne = tenantId !== null
  const calls = build
    .selectFrom('rpc')
    .where('status', 'in', waitingRpcStatuses)
    .$if(ofOne, (query) => query.where('tenant_id', '=', tenantId ?? ''))
  switch (key) {
    case 'deadLetters':
      return relational.scan(
        build
          .selectFrom('dead_letter')
          .select(['tenant_id as tenantId', count])
          .$if(ofOne, (query) => query.where('tenant_id', '=', tenantId ?? ''))
          .groupBy('tenant_id'),
      )
    case 'tenantWaitingRpcCalls':
      return relational.scan(calls.select(['tenant_id as tenantId', count]).groupBy('tenant_id'))
    case 'waitingRpcCalls':
      return relational.scan(
        build
          .selectFrom(calls.select(['tenant_id', count]).groupBy(['tenant_id', 'device_id']).as('device_calls'))
          .select(['tenant_id as tenantId', highest])
          .groupBy('tenant_id'),
      )
    case 'sessions': {
      const sessions = build
        .selectFrom('user_session')
        .innerJoin('user', 'user.id', 'user_session.user_id')
        .select(['user.tenant_id', count])
        .where('user_session.expires_ts', '>', nowMs)
        .$if(ofOne, (query) => query.where('user.tenant_id', '=', tenantId ?? ''))
        .groupBy(['user.tenant_id', 'user_session.user_id'])
      return relational.scan(
        build.selectFrom(sessions.as('user_sessions')).select(['tenant_id as tenantId', highest]).groupBy('tenant_id'),
      )
    }
  }
}

const highest = sql<number>`max(amount)`.as('amount')
