/** Assigns existing entities to the list's customer or edge: several at once, with a separate error for each. */

import type { CallOptions } from '@sonde/client/rest/rest'
import { type ReactNode, useState } from 'react'
import { runBulk } from '../bulk/run-bulk.ts'
import { EntityListPicker, type PickedEntity } from '../entities/entity-picker.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import type { AssignableKind } from './assignable-kind.ts'

export interface AssignExistingDialogProps {
  readonly kind: AssignableKind
  /** Name of the customer or edge. */
  readonly ownerName: string | undefined
  readonly assign: (id: string, how: CallOptions) => Promise<unknown>
  /** Called with the entities that were assigned, even if others failed. */
  readonly onAssigned: (entities: readonly PickedEntity[]) => Promise<void> | void
  readonly onClose: () => void
  /** Renders the picker if not every entity of the kind can be chosen. */
  readonly renderPicker?: (picker: ExistingPicker) => ReactNode
}

export interface ExistingPicker {
  readonly label: string
  readonly error: string | undefined
  readonly values: readonly PickedEntity[]
  readonly onChange: (values: readonly PickedEntity[]) => void
}

export function AssignExistingDialog(props: AssignExistingDialogProps) {
  const { kind, ownerName, assign, onAssigned, onClose, renderPicker } = props
  const t = useText()
  const [values, setValues] = useState<readonly PickedEntity[]>([])
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()

  async function assignAll() {
    const { failures } = await runBulk(values, ({ id }, how) => assign(id.id, how))
    const failed = failures.map(({ row }) => row)
    const done = values.filter((one) => !failed.includes(one))
    setValues(failed)
    if (done.length > 0) await onAssigned(done)
    if (failed.length === 0) return onClose()
    throw new Error(failures.map(({ row, message }) => `${row.name}: ${message}`).join('\n'))
  }

  function run() {
    setTried(true)
    if (values.length > 0) void sending.submit(assignAll)
  }

  const picker: ExistingPicker = {
    label: t('assignment.existing', { kind }),
    error: isTried && values.length === 0 && !sending.isBusy ? t('assignment.existingRequired', { kind }) : undefined,
    values,
    onChange: setValues,
  }
  return (
    <FormDialog
      help={<HelpButton page="dialogs/assign" />}
      title={t('assignment.existingTitle', { kind, owner: ownerName ?? t('ui.none') })}
      onClose={onClose}
      action={t('assignment.assignAction')}
      sending={sending}
      onSubmit={run}
    >
      {renderPicker ? renderPicker(picker) : <EntityListPicker entityType={kind} {...picker} />}
    </FormDialog>
  )
}
