/** Which actions are logged in the audit log, by entity type: `SONDE_AUDIT_LEVELS`. */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { type EntityType, isEntityType } from '@sonde/model/ids'

/** W: changes. RW: also reads of secrets and attributes. */
type AuditLevel = 'OFF' | 'W' | 'RW'

const reads: readonly AuditAction[] = ['CREDENTIALS_READ', 'ATTRIBUTES_READ']

/** Never logged, regardless of the level: these types are managed by the system. */
const never: readonly EntityType[] = ['TENANT_PROFILE', 'API_USAGE_STATE', 'RULE_NODE', 'RPC']

export interface AuditLevels {
  logs(entityType: EntityType, action: AuditAction): boolean
  /** True if reads of any type are logged. */
  readonly withReads: boolean
}

/** `given` has entries such as `device:RW`. The default level is `W`. Throws for an unknown entity type. */
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
