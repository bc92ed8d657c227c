/** Fields for what visitors may do with a public device or asset: names of RPC methods and attributes. */

import { type EntityId, entityId } from '@sonde/model/ids'
import type { VisitedType, VisitorRights } from '@sonde/model/visitors/visitor-rights'
import { useMemo } from 'react'
import { EntityKeysField } from '../entities/entity-keys-field.tsx'
import { useText } from '../locale/use-text.tsx'
import { KeyListField } from '../ui/chips/key-list-field.tsx'

interface VisitorRightsFieldsProps {
  readonly entityType: VisitedType
  readonly id: string
  readonly rights: VisitorRights
  readonly onChange: (rights: VisitorRights) => void
}

export function VisitorRightsFields({ entityType, id, rights, onChange }: VisitorRightsFieldsProps) {
  const t = useText()
  const entity = useMemo((): EntityId => entityId(entityType, id), [entityType, id])
  const change = (part: keyof VisitorRights) => (names: readonly string[] | null) =>
    onChange({ ...rights, [part]: [...(names ?? [])] })
  return (
    <>
      {entityType === 'DEVICE' && (
        <>
          <KeyListField
            label={t('assignment.visitorRpcMethods')}
            help={t('assignment.visitorRpcMethodsHelp')}
            isOptional
            value={rights.rpcMethods}
            onChange={change('rpcMethods')}
          />
          <EntityKeysField
            label={t('assignment.visitorSharedAttributes')}
            help={t('assignment.visitorSharedAttributesHelp')}
            entity={entity}
            of="attributes"
            isOptional
            value={rights.sharedAttributes}
            onChange={change('sharedAttributes')}
          />
        </>
      )}
      <EntityKeysField
        label={t('assignment.visitorServerAttributes')}
        help={t('assignment.visitorServerAttributesHelp')}
        entity={entity}
        of="attributes"
        isOptional
        value={rights.serverAttributes}
        onChange={change('serverAttributes')}
      />
    </>
  )
}
