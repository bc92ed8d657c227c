/** Dialog that adds an attribute or changes its value. */

import type { EntityId } from '@sonde/model/ids'
import { useState } from 'react'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { type StoredAttribute, saveAttributes } from './stored-attributes.ts'
import { inputOfType, inputOfValue, jsonOfInput, type TypedInput } from './typed-value.ts'
import { ValueField } from './value-field.tsx'

const keyLengthMax = 255
export type WritableScope = 'SERVER_SCOPE' | 'SHARED_SCOPE'

interface AttributeDialogProps {
  readonly entity: EntityId
  readonly scope: WritableScope
  /** Attribute to change (its key is fixed); null: a new one. */
  readonly attribute: StoredAttribute | null
  readonly onClose: () => void
  readonly onSaved: () => void
}

export function AttributeDialog({ entity, scope, attribute, onClose, onSaved }: AttributeDialogProps) {
  const t = useText()
  const client = useClient()
  const [key, setKey] = useState(attribute?.key ?? '')
  const [input, setInput] = useState<TypedInput>(attribute ? inputOfValue(attribute) : inputOfType('string'))
  const [isTouched, setTouched] = useState({ key: false, value: false })
  const sending = useSubmit()

  const outcome = jsonOfInput(input)
  const name = key.trim()
  const keyError =
    name === ''
      ? t('telemetry.keyRequired')
      : name.length > keyLengthMax
        ? t('telemetry.keyTooLong', { length: name.length })
        : undefined

  function save() {
    setTouched({ key: true, value: true })
    if (keyError || 'fieldError' in outcome) return
    void sending.submit(async () => {
      await saveAttributes(client, entity, scope, [[name, outcome.json]], { ignoreErrors: true })
      onSaved()
    })
  }

  return (
    <FormDialog
      help={<HelpButton page="details/attributes" />}
      title={attribute ? t('telemetry.editAttribute', { key: attribute.key }) : t('telemetry.addAttribute')}
      onClose={onClose}
      action={attribute ? t('ui.save') : t('ui.add')}
      sending={sending}
      onSubmit={save}
    >
      {!attribute && (
        <TextField
          label={t('telemetry.key')}
          isMono
          value={key}
          onChange={setKey}
          onBlur={() => setTouched((now) => ({ ...now, key: true }))}
          error={isTouched.key ? keyError : undefined}
        />
      )}
      <ValueField
        input={input}
        onChange={setInput}
        onBlur={() => setTouched((now) => ({ ...now, value: true }))}
        fieldError={isTouched.value && 'fieldError' in outcome ? outcome.fieldError : undefined}
      />
      {scope === 'SHARED_SCOPE' && <p className="sd-xs sd-text-3">{t('telemetry.sharedHint')}</p>}
    </FormDialog>
  )
}
