/**
 * One thing in the trash: what it was, and how it comes back. Asks for another name, or other credentials, when the
 * platform says that they are somebody else's meanwhile.
 */

import { ApiError } from '@sonde/client'
import { type Restoration, type Restored, type TakenPart, type TrashItem, takenParts } from '@sonde/model/trash/trash'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { CheckField, TextField } from '../../ui/field/text-field.tsx'
import { useFormat } from '../../ui/format/use-format.ts'

/** As the platform has it. */
const nameLengthMax = 255

/** What of it is somebody else's; null: the refusal is about something else. */
export function takenOf(error: unknown): TakenPart | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { taken } = error.body as { readonly taken?: unknown }
  return takenParts.find((part) => part === taken) ?? null
}

export interface RestoreDialogProps {
  readonly item: TrashItem
  /** What was refused already. */
  readonly taken: TakenPart | null
  readonly restore: (restoration: Restoration) => Promise<Restored>
  readonly onDelete: () => void
  readonly onClose: () => void
}

export function RestoreDialog({ item, restore, onDelete, onClose, ...asked }: RestoreDialogProps) {
  const t = useText()
  const format = useFormat()
  const { entityType } = item.id
  const [name, setName] = useState(item.name)
  const [isWithNew, setWithNew] = useState(false)
  const [taken, setTaken] = useState(asked.taken)
  const [refusedName, setRefusedName] = useState(asked.taken === 'NAME' ? item.name : null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusedName !== null) nameField.current?.select()
  }, [refusedName])

  const trimmed = name.trim()
  const fault =
    trimmed === ''
      ? t('trash.nameNeeded')
      : trimmed.length > nameLengthMax
        ? t('trash.nameLong', { length: trimmed.length })
        : trimmed === refusedName
          ? t('trash.nameTaken')
          : undefined
  const needsNew = taken === 'CREDENTIALS'
  const isProfile = entityType === 'DEVICE_PROFILE'

  async function submit() {
    if (isBusy || fault || (needsNew && !isWithNew)) return
    setBusy(true)
    setFailure(null)
    try {
      await restore({
        ...(trimmed === item.name ? {} : { name: trimmed }),
        ...(isWithNew ? { newCredentials: true } : {}),
      })
    } catch (error) {
      const part = takenOf(error)
      setTaken(part)
      if (part === 'NAME') setRefusedName(trimmed)
      if (part === null) setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={t('trash.restoreTitle', { name: item.name })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button kind="dangerText" onClick={onDelete}>
            {t('trash.delete')}
          </Button>
          <span className="sd-spacer" />
          <Button kind="plain" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy} disabled={needsNew && !isWithNew}>
            {t('trash.restore')}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
        {needsNew && <FormError text={t(isProfile ? 'trash.provisioningTaken' : 'trash.credentialsTaken')} />}
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
          error={fault}
          type={entityType === 'USER' ? 'email' : 'text'}
          autoFocus
        />
        {(entityType === 'DEVICE' || isProfile) && (
          <CheckField
            label={t(isProfile ? 'trash.withoutProvisioning' : 'trash.newToken')}
            help={t(isProfile ? 'trash.withoutProvisioningHelp' : 'trash.newTokenHelp')}
            isChecked={isWithNew}
            onChange={setWithNew}
          />
        )}
      </div>
    </Dialog>
  )
}
