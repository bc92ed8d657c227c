/** Wizard that adds a device profile in four steps; only the first step has required fields. */

import '../../device-profiles/device-profiles.css'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AlarmRulesFields } from '../../device-profiles/alarm-rules/alarm-rules-fields.tsx'
import { deviceProfileRoom } from '../../device-profiles/device-profile-calls.ts'
import { ProvisionFields } from '../../device-profiles/provision-fields.tsx'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { useNewEntity } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { FormError } from '../../ui/field/form-error.tsx'
import { StepButtons } from '../../ui/stepper/step-buttons.tsx'
import { Stepper } from '../../ui/stepper/stepper.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import {
  type DeviceProfileDraft,
  type DeviceProfileErrors,
  deviceProfileErrors,
  emptyDeviceProfile,
  faultyTab,
  formTabs,
  wireDeviceProfile,
} from './device-profile-input.ts'
import { ProfileFields } from './profile-fields.tsx'
import { TransportFields } from './transport/transport-fields.tsx'

const steps = ['details', 'transport', 'alarmRules', 'provisioning'] as const

export default function AddDeviceProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { deviceProfiles } = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  const { fields, sending } = useNewEntity<DeviceProfileDraft, DeviceProfileErrors>(emptyDeviceProfile, (draft) =>
    deviceProfileErrors(draft, t),
  )
  const { draft, touch } = fields
  const allErrors = deviceProfileErrors(draft, t)
  const [step, setStep] = useState(0)
  const here = steps[step] ?? 'details'

  function create() {
    const faulty = faultyTab(allErrors)
    if (faulty) {
      touch(...formTabs[faulty])
      setStep(steps.indexOf(faulty))
      focusFirstError(document.querySelector<HTMLElement>('.sd-dialog'))
      return
    }
    void sending.submit(async () => {
      const { id, name } = await deviceProfiles.save(wireDeviceProfile(draft, null), { ignoreErrors: true })
      void invalidateEntities(queries, deviceProfileRoom)
      await navigate({ to: '/deviceProfiles', search: { open: id.id } })
      toasts.show({ kind: 'success', text: t('deviceProfiles.added', { name }) })
    })
  }

  function next() {
    if (formTabs[here].some((field) => allErrors[field])) return touch(...formTabs[here])
    if (step < steps.length - 1) setStep(step + 1)
    else create()
  }

  const isLast = step === steps.length - 1

  return (
    <Dialog
      title={t('deviceProfiles.add')}
      size={860}
      isFlush
      onClose={onClose}
      onSubmit={next}
      header={
        <Stepper
          steps={[
            t('deviceProfiles.stepDetails'),
            t('deviceProfiles.stepTransport'),
            t('deviceProfiles.stepAlarmRules'),
            t('deviceProfiles.stepProvisioning'),
          ]}
          at={step}
        />
      }
      footer={
        <StepButtons
          onBack={step > 0 ? () => setStep(step - 1) : undefined}
          action={isLast ? t('deviceProfiles.add') : t('ui.next')}
          isBusy={sending.isBusy}
        >
          {!isLast && (
            <Button busy={sending.isBusy} onClick={create}>
              {t('deviceProfiles.createNow')}
            </Button>
          )}
        </StepButtons>
      }
    >
      <div className="sd-step-body" key={here}>
        <div className="sd-form">
          <FormError text={sending.failure} />
          {here === 'details' && <ProfileFields fields={fields} />}
          {here === 'transport' && <TransportFields fields={fields} />}
          {here === 'alarmRules' && (
            <AlarmRulesFields
              alarms={draft.alarms}
              onChange={(alarms) => fields.change({ alarms })}
              showsErrors={Boolean(fields.fieldErrors.alarms)}
            />
          )}
          {here === 'provisioning' && <ProvisionFields fields={fields} />}
        </div>
      </div>
    </Dialog>
  )
}
