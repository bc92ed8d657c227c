/** Name and id of a state that is added, changed or copied. */

import { addState } from '@sonde/model/dashboards/editing/commands'
import { changeState, duplicateState, stateIdOf, widgetsOfState } from '@sonde/model/dashboards/editing/state-commands'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { unused } from '@sonde/model/dashboards/unused-name'
import { useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import type { Editor } from '../use-editor.ts'

export type StateForm =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'duplicate'; readonly id: string; readonly name: string }

const actions = {
  add: 'dashboardSetup.addState',
  edit: 'dashboardSetup.apply',
  duplicate: 'dashboardSetup.duplicate',
} as const

interface StateFormDialogProps {
  readonly editor: Editor
  readonly form: StateForm
  readonly onClose: () => void
}

export function StateFormDialog({ editor, form, onClose }: StateFormDialogProps) {
  const t = useText()
  const states = objectOf(editor.dashboard.configuration.states)
  const [name, setName] = useState(firstName)
  /** Null: follows the name. */
  const [typedId, setTypedId] = useState(form.kind === 'edit' ? form.id : null)
  const [isChecked, setChecked] = useState(false)
  const id = typedId ?? (name.trim() === '' ? '' : stateIdOf(name, states))
  const isUsed = Object.hasOwn(states, id.trim()) && !(form.kind === 'edit' && id.trim() === form.id)
  const idError = id.trim() === '' ? t('dashboardSetup.enterId') : isUsed ? t('dashboardSetup.stateIdUsed') : undefined
  const nameError = name.trim() === '' ? t('dashboardSetup.enterName') : undefined

  function firstName(): string {
    if (form.kind === 'add') return ''
    if (form.kind === 'edit') return form.name
    const names = new Set(Object.values(states).map((state) => textOf(objectOf(state).name)))
    return unused(t('dashboardSetup.copyOf', { name: form.name }), (one) => names.has(one))
  }

  function submit() {
    setChecked(true)
    if (nameError || idError) return
    const next = { id: id.trim(), name: name.trim() }
    if (form.kind === 'edit') editor.run(changeState(form.id, next))
    else {
      if (form.kind === 'add') editor.run(addState(next.id, next.name))
      else {
        const newIds = widgetsOfState(editor.dashboard, form.id).map((one) => [one, crypto.randomUUID()] as const)
        editor.run(duplicateState(form.id, next, new Map(newIds)))
      }
      editor.say(t('dashboardSetup.added', { name: next.name }))
    }
    onClose()
  }

  return (
    <FormDialog
      title={
        form.kind === 'add'
          ? t('dashboardSetup.addState')
          : t(form.kind === 'edit' ? 'dashboardSetup.editStateOf' : 'dashboardSetup.duplicateOf', { name: form.name })
      }
      action={t(actions[form.kind])}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t('dashboardSetup.stateName')}
        value={name}
        maxLength={255}
        error={isChecked ? nameError : undefined}
        onChange={setName}
      />
      <TextField
        label={t('dashboardSetup.stateId')}
        help={form.kind === 'edit' ? t('dashboardSetup.stateIdHelp') : undefined}
        isMono
        value={id}
        maxLength={255}
        error={isUsed || isChecked ? idError : undefined}
        onChange={setTypedId}
      />
    </FormDialog>
  )
}
