/** Dialog that adds relations of one type from or to one or several entities. */

import type { RelationCalls } from '@sonde/client/relations/relation-calls'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { RelationInfo } from '@sonde/model/relations/relation'
import { useState } from 'react'
import { runBulk } from '../bulk/run-bulk.ts'
import { EntityListPicker, type PickedEntity } from '../entities/entity-picker.tsx'
import { pickableTypes } from '../entities/pickable-types.ts'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { Select, TextArea } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { infoOfText, relationTypeError } from './relation-input.ts'
import type { Direction } from './relation-table.tsx'

/** Relation types that rule chains and dashboards commonly use. */
const suggestions = ['Contains', 'Manages']
const typeOption = (text: string) => ({ value: text, label: text })

interface AddRelationDialogProps {
  readonly relations: RelationCalls
  readonly entity: EntityId
  readonly direction: Direction
  readonly onClose: () => void
  readonly onAdded: () => void
}

export function AddRelationDialog({ relations, entity, direction, onClose, onAdded }: AddRelationDialogProps) {
  const t = useText()
  const toasts = useToasts()
  const types = pickableTypes(useAccount())
  const [type, setType] = useState('')
  const [entityType, setEntityType] = useState<EntityType>(types[0] ?? 'DEVICE')
  const [targets, setTargets] = useState<readonly PickedEntity[]>([])
  const [infoText, setInfoText] = useState('')
  const [touched, setTouched] = useState<ReadonlySet<'type' | 'targets' | 'info'>>(new Set())
  const sending = useSubmit()

  const typeError = relationTypeError(type)
  const targetsError =
    targets.length === 0
      ? t('relations.entitiesRequired')
      : targets.some(({ id }) => id.id === entity.id)
        ? t('relations.notItself')
        : undefined
  const outcome = infoOfText(infoText)
  const touch = (...fields: readonly ('type' | 'targets' | 'info')[]) => setTouched(new Set([...touched, ...fields]))

  async function add(info: RelationInfo['additionalInfo']) {
    const { failures } = await runBulk(targets, ({ id }, how) => {
      const ends = direction === 'FROM' ? { from: entity, to: id } : { from: id, to: entity }
      const relation = { ...ends, type: type.trim(), typeGroup: 'COMMON' as const, additionalInfo: info }
      return relations.save(relation, how)
    })
    const added = targets.length - failures.length
    if (added > 0) {
      toasts.show({ kind: 'success', text: t('relations.added', { count: added }) })
      onAdded()
    }
    if (failures.length === 0) return onClose()
    // Only targets that failed stay selected, so that they can be retried.
    setTargets(failures.map(({ row }) => row))
    throw new Error(failures.map(({ row, message }) => t('relations.notAdded', { name: row.name, message })).join('\n'))
  }

  function save() {
    touch('type', 'targets', 'info')
    if (typeError || targetsError || 'fieldError' in outcome) return
    void sending.submit(() => add(outcome.info))
  }

  return (
    <FormDialog
      help={<HelpButton page="details/relations" />}
      title={t(`relations.addTitle${direction}`)}
      onClose={onClose}
      action={t('ui.add')}
      sending={sending}
      onSubmit={save}
    >
      <ComboField
        label={t('relations.type')}
        help={t('relations.typeHelp')}
        error={
          touched.has('type') && typeError ? t(`relations.${typeError}`, { length: type.trim().length }) : undefined
        }
        source={['relations', 'types']}
        load={async (text) =>
          suggestions.filter((one) => one.toLowerCase().includes(text.toLowerCase())).map(typeOption)
        }
        value={type === '' ? null : typeOption(type)}
        onChange={(option) => setType(option?.value ?? '')}
        onBlur={() => touch('type')}
        ofText={typeOption}
      />
      <Select<EntityType>
        label={t('relations.entityType')}
        value={entityType}
        options={types.map((value) => ({ value, label: t(`entityTypes.${value}`) }))}
        onChange={(value) => {
          setEntityType(value)
          setTargets([])
        }}
      />
      <EntityListPicker
        key={entityType}
        entityType={entityType}
        label={t('relations.entities')}
        values={targets}
        onChange={setTargets}
        error={touched.has('targets') ? targetsError : undefined}
      />
      <TextArea
        label={t('relations.additionalInfo')}
        isOptional
        isMono
        rows={4}
        help={t('relations.additionalInfoHelp')}
        value={infoText}
        onChange={setInfoText}
        onBlur={() => touch('info')}
        error={touched.has('info') && 'fieldError' in outcome ? t(`relations.${outcome.fieldError}`) : undefined}
      />
    </FormDialog>
  )
}
