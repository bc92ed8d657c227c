/** What the audit log holds, by entity type: `SONDE_AUDIT_LEVELS`. */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { type EntityType, isEntityType } from '@sonde/model/ids'

/** W: changes; RW: reads of secrets and attributes too. */
type AuditLevel = 'OFF' | 'W' | 'RW'

const reads: readonly AuditAction[] = ['CREDENTIALS_READ', 'ATTRIBUTES_READ']

/** Not even with a level: the tenants' keepers are the system's. */
const never: readonly EntityType[] = ['TENANT_PROFILE', 'API_USAGE_STATE', 'RULE_NODE', 'RPC']

export interface AuditLevels {
  logs(entityType: EntityType, action: AuditAction): boolean
  /** Whether reads of anything are logged. */
  readonly withReads: boolean
}

/** `given`: `device:RW` and so on; changes are logged where nothing is said. Throws for a kind that is none. */
export function createAuditLevels(given: readonly string[] | null): AuditLevels {
  const levels = new Map<EntityType, AuditLevel>()
  for (const each of given ?? []) {
    const [name = '', level] = each.split(':')
    const entityType = name.toUpperCase()
    if (!isEntityType(entityType)) {
      throw new Error(
        `SONDE_AUDIT_LEVELS contains ${name}, which isn't an entity type. Use device, asset, user and so on.`,
      )
    }
    levels.set(entityType, level as AuditLevel)
  }
  return {
    logs(entityType, action) {
      if (never.includes(entityType)) return false
      const level = levels.get(entityType) ?? 'W'
      return reads.includes(action) ? level === 'RW' : level !== 'OFF'
    },
    withReads: [...levels.values()].includes('RW'),
  }
}
