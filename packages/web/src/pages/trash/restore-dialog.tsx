/**
 * Dialog that shows an item in the trash and restores it. Asks for another name or other credentials if the server
 * responds that another entity uses them now.
 */

import { ApiError } from '@sonde/client'
import { type Restoration, type Restored, type TakenPart, type TrashItem, takenParts } from '@sonde/model/trash/trash'
import type { TrashedType } from '@sonde/model/trash/trashed-types'
import { useEffect, useRef, useState } from 'react'
import type { MessageKey } from '../../locale/messages.ts'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { CheckField, TextField } from '../../ui/field/text-field.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { useFormat } from '../../ui/format/use-format.ts'

/** Maximum length on the server. */
const nameLengthMax = 255

/** Texts of the field for new credentials, for entities whose credentials another entity may use now. */
const newTexts: Partial<
  Record<TrashedType, { readonly label: MessageKey; readonly help: MessageKey; readonly taken: MessageKey }>
> = {
  DEVICE: { label: 'trash.newToken', help: 'trash.newTokenHelp', taken: 'trash.credentialsTaken' },
  DEVICE_PROFILE: {
    label: 'trash.withoutProvisioning',
    help: 'trash.withoutProvisioningHelp',
    taken: 'trash.provisioningTaken',
  },
  EDGE: { label: 'trash.newKeys', help: 'trash.newKeysHelp', taken: 'trash.keysTaken' },
}

/** Property that another entity uses now; null: the server rejected it for another reason. */
export function takenOf(error: unknown): TakenPart | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { taken } = error.body as { readonly taken?: unknown }
  return takenParts.find((part) => part === taken) ?? null
}

export interface RestoreDialogProps {
  readonly item: TrashItem
  /** Property that another entity uses, from an earlier attempt; null: none yet. */
  readonly taken: TakenPart | null
  readonly restore: (restoration: Restoration) => Promise<Restored>
  readonly onDelete: () => void
  readonly onClose: () => void
}

export function RestoreDialog({ item, restore, onDelete, onClose, ...request }: RestoreDialogProps) {
  const t = useText()
  const format = useFormat()
  const { entityType } = item.id
  const [name, setName] = useState(item.name)
  const [isWithNew, setWithNew] = useState(false)
  const [taken, setTaken] = useState(request.taken)
  const [rejectedName, setRejectedName] = useState(request.taken === 'NAME' ? item.name : null)
  const sending = useSubmit()
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (rejectedName !== null) nameField.current?.select()
  }, [rejectedName])

  const trimmed = name.trim()
  const fieldError =
    trimmed === ''
      ? t('trash.nameNeeded')
      : trimmed.length > nameLengthMax
        ? t('trash.nameLong', { length: trimmed.length })
        : trimmed === rejectedName
          ? t('trash.nameTaken')
          : undefined
  const needsNew = taken === 'CREDENTIALS'
  const isReady = !needsNew || isWithNew
  const texts = newTexts[entityType]

  async function bringBack() {
    try {
      await restore({
        ...(trimmed === item.name ? {} : { name: trimmed }),
        ...(isWithNew ? { newCredentials: true } : {}),
      })
    } catch (error) {
      const part = takenOf(error)
      setTaken(part)
      if (part === 'NAME') setRejectedName(trimmed)
      if (part === null) throw error
    }
  }

  return (
    <FormDialog
      title={t('trash.restoreTitle', { name: item.name })}
      onClose={onClose}
      action={t('trash.restore')}
      isReady={isReady}
      aside={
        <Button kind="dangerText" onClick={onDelete}>
          {t('trash.delete')}
        </Button>
      }
      sending={sending}
      onSubmit={() => {
        if (!fieldError && isReady) void sending.submit(bringBack)
      }}
    >
      {needsNew && texts && <FormError text={t(texts.taken)} />}
      <dl className="sd-facts">
        <dt>{t('trash.kind')}</dt>
        <dd>{t(`entityTypes.${entityType}`)}</dd>
        <dt>{t('trash.deletedTime')}</dt>
        <dd className="sd-num">{format.dateTime(item.deletedTime)}</dd>
        <dt>{t('trash.deletedBy')}</dt>
        <dd>{item.deletedBy || t('ui.none')}</dd>
        <dt>{t('trash.expiryTime')}</dt>
        <dd className="sd-num">{format.dateTime(item.expiryTime)}</dd>
      </dl>
      <TextField
        ref={nameField}
        label={t(entityType === 'USER' ? 'trash.newEmail' : 'trash.newName')}
        value={name}
        onChange={setName}
        error={fieldError}
        type={entityType === 'USER' ? 'email' : 'text'}
        autoFocus
      />
      {texts && <CheckField label={t(texts.label)} help={t(texts.help)} isChecked={isWithNew} onChange={setWithNew} />}
    </FormDialog>
  )
}
