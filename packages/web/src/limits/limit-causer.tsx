/** Entity that uses or hits a limit most: its name, as a link if the user can open it. */

import { entityId, isEntityType } from '@sonde/model/ids'
import type { LimitCauser } from '@sonde/model/limits/limit-report'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import { useText } from '../locale/use-text.tsx'

/** A rule node is opened in its rule chain. */
export function CauserName({ causer }: { readonly causer: LimitCauser }) {
  const t = useText()
  const { entityType, id, name, ruleChainId } = causer
  const kind = isEntityType(entityType) ? t(`entityTypes.${entityType}`) : entityType
  if (id === null || name === null || !isEntityType(entityType)) {
    return <span className="sd-text-2">{kind}</span>
  }
  const target = ruleChainId === null ? entityId(entityType, id) : entityId('RULE_CHAIN', ruleChainId)
  return <EntityLink id={target} name={name} />
}

export function CauserIcon({ causer: { entityType } }: { readonly causer: LimitCauser }) {
  return isEntityType(entityType) ? <EntityKindIcon entityType={entityType} size={12} /> : null
}
