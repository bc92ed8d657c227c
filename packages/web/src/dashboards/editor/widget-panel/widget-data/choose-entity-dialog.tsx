/** Chooses one entity, or one device. */

import type { EntityType } from '@sonde/model/ids'
import { useState } from 'react'
import { EntityPicker, type PickedEntity } from '../../../../entities/entity-picker.tsx'
import { entityTypeName } from '../../../../entities/entity-type-field.tsx'
import { pickableTypes } from '../../../../entities/pickable-types.ts'
import { useText } from '../../../../locale/use-text.tsx'
import { useAccount } from '../../../../session/use-session.tsx'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { Select } from '../../../../ui/field/text-field.tsx'

interface ChooseEntityDialogProps {
  readonly isDevice: boolean
  readonly onChoose: (entity: PickedEntity) => void
  readonly onClose: () => void
}

export function ChooseEntityDialog({ isDevice, onChoose, onClose }: ChooseEntityDialogProps) {
  const t = useText()
  const account = useAccount()
  const [type, setType] = useState<EntityType>('DEVICE')
  const [entity, setEntity] = useState<PickedEntity | null>(null)
  const [isChecked, setChecked] = useState(false)

  function submit() {
    setChecked(true)
    if (entity) onChoose(entity)
  }

  return (
    <FormDialog
      title={t(isDevice ? 'widgetData.chooseDeviceTitle' : 'widgetData.chooseEntityTitle')}
      action={t('widgetData.choose')}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isDevice && (
        <Select<EntityType>
          label={t('inputs.entityType')}
          value={type}
          options={pickableTypes(account).map((one) => ({ value: one, label: entityTypeName(one, t) }))}
          onChange={(next) => {
            setType(next)
            setEntity(null)
          }}
        />
      )}
      <EntityPicker
        label={entityTypeName(type, t)}
        entityType={type}
        value={entity}
        onChange={setEntity}
        help={t('widgetData.chooseEntityHelp')}
        error={isChecked && !entity ? t('widgetData.entityRequired') : undefined}
      />
    </FormDialog>
  )
}
