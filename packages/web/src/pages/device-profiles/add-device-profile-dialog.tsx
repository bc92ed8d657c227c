/** Adds a device profile in four steps; only the first one has to be filled in. */

import './device-profiles.css'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { afterPress } from '../../ui/field/after-press.ts'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { FormError } from '../../ui/field/form-error.tsx'
import { Stepper } from '../../ui/stepper/stepper.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { AlarmRulesFields } from './alarm-rules/alarm-rules-fields.tsx'
import { deviceProfileRoom } from './device-profile-calls.ts'
import {
  type DeviceProfileDraft,
  deviceProfileFaults,
  emptyDeviceProfile,
  faultyTab,
  formTabs,
  wireDeviceProfile,
} from './device-profile-input.ts'
import { type DeviceProfileFields, ProfileFields } from './profile-fields.tsx'
import { ProvisionFields } from './provision-fields.tsx'
import { TransportFields } from './transport/transport-fields.tsx'

const steps = ['details', 'transport', 'alarmRules', 'provisioning'] as const

export default function AddDeviceProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { deviceProfiles } = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  const [draft, setDraft] = useState(emptyDeviceProfile)
  const [touched, setTouched] = useState<ReadonlySet<keyof DeviceProfileDraft>>(new Set())
  const [step, setStep] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const allFaults = deviceProfileFaults(draft, t)
  const here = steps[step] ?? 'details'

  const touchAll = (...fields: (keyof DeviceProfileDraft)[]) => setTouched((now) => new Set([...now, ...fields]))

  async function create() {
    if (isBusy) return
    const faulty = faultyTab(allFaults)
    if (faulty) {
      touchAll(...formTabs[faulty])
      setStep(steps.indexOf(faulty))
      focusFirstError(document.querySelector<HTMLElement>('.sd-dialog'))
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      const { id, name } = await deviceProfiles.save(wireDeviceProfile(draft, null), { ignoreErrors: true })
      void refreshRoom(queries, deviceProfileRoom)
      await navigate({ to: '/deviceProfiles', search: { open: id.id } })
      toasts.show({ kind: 'success', text: t('deviceProfiles.added', { name }) })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  function next() {
    if (formTabs[here].some((field) => allFaults[field])) return touchAll(...formTabs[here])
    if (step < steps.length - 1) setStep(step + 1)
    else void create()
  }

  const fields: DeviceProfileFields = {
    draft,
    change(part) {
      setDraft((now) => ({ ...now, ...part }))
      setFailure(null)
    },
    touch: (field) => afterPress(() => touchAll(field)),
    faults: Object.fromEntries(
      Object.entries(allFaults).filter(([field]) => touched.has(field as keyof DeviceProfileDraft)),
    ),
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
        <>
          {step > 0 && (
            <Button kind="plain" onClick={() => setStep(step - 1)}>
              {t('ui.back')}
            </Button>
          )}
          <span className="sd-spacer" />
          {!isLast && (
            <Button busy={isBusy} onClick={() => void create()}>
              {t('deviceProfiles.createNow')}
            </Button>
          )}
          <Button kind="filled" type="submit" busy={isBusy}>
            {isLast ? t('deviceProfiles.add') : t('ui.next')}
          </Button>
        </>
      }
    >
      <div className="sd-step-body" key={here}>
        <div className="sd-form">
          <FormError text={failure} />
          {here === 'details' && <ProfileFields fields={fields} />}
          {here === 'transport' && <TransportFields fields={fields} />}
          {here === 'alarmRules' && <AlarmRulesFields fields={fields} />}
          {here === 'provisioning' && <ProvisionFields fields={fields} />}
        </div>
      </div>
    </Dialog>
  )
}
