/** Asks for replacements of missing entities that a dashboard or a widget refers to, before it is imported. */

import type { EntityAlias } from '@sonde/model/dashboards/dashboard-configuration'
import { useState } from 'react'
import { EntityListPicker, EntityPicker, type PickedEntity } from '../../entities/entity-picker.tsx'
import { useText } from '../../locale/use-text.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { namedType } from './import-aliases.ts'

interface AliasRepairDialogProps {
  /** Of the dashboard or widget. */
  readonly name: string
  /** Button that imports it. */
  readonly action: string
  readonly aliases: readonly EntityAlias[]
  /** `chosen`: entities by alias ID; aliases without entities stay unchanged. The dialog shows thrown errors. */
  readonly onImport: (chosen: Readonly<Record<string, readonly PickedEntity[]>>) => Promise<void>
  readonly onClose: () => void
}

export function AliasRepairDialog({ name, action, aliases, onImport, onClose }: AliasRepairDialogProps) {
  const t = useText()
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly PickedEntity[]>>>({})
  const sending = useSubmit()

  return (
    <FormDialog
      title={t('dashboards.repairTitle', { name })}
      size={640}
      onClose={onClose}
      action={action}
      sending={sending}
      onSubmit={() => void sending.submit(() => onImport(chosen))}
    >
      <p className="sd-text-2">{t('dashboards.repairText', { count: aliases.length })}</p>
      {aliases.map((alias) => (
        <AliasField
          key={alias.id}
          alias={alias}
          values={chosen[alias.id] ?? []}
          onChange={(entities) => setChosen({ ...chosen, [alias.id]: entities })}
        />
      ))}
    </FormDialog>
  )
}

interface AliasFieldProps {
  readonly alias: EntityAlias
  readonly values: readonly PickedEntity[]
  readonly onChange: (entities: readonly PickedEntity[]) => void
}

function AliasField({ alias, values, onChange }: AliasFieldProps) {
  const t = useText()
  const entityType = namedType(alias)
  const name = alias.alias || alias.id
  if (entityType === null) {
    return (
      <div>
        <b className="sd-medium">{name}</b>
        <p className="sd-field-note">{t('dashboards.repairByRule')}</p>
      </div>
    )
  }
  const parts = { entityType, label: name, isOptional: true, help: t('dashboards.repairHelp') } as const
  return alias.filter.type === 'singleEntity' ? (
    <EntityPicker {...parts} value={values[0] ?? null} onChange={(entity) => onChange(entity ? [entity] : [])} />
  ) : (
    <EntityListPicker {...parts} values={values} onChange={onChange} />
  )
}
