/**
 * Wizard that adds a device in up to six steps. The device is created before the last step, so that closing the dialog
 * loses nothing and the last step can wait for the first message.
 */

import './connect.css'
import type { Device } from '@sonde/model/devices/device'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { alarmErrors } from '../../../device-profiles/alarm-rules/alarm-rule-errors.ts'
import { NamedField } from '../../../entities/named-field.tsx'
import { HelpButton } from '../../../help/help-button.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { firstError } from '../../../ui/field/field-places.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { useSubmit } from '../../../ui/field/use-submit.ts'
import { Skeleton } from '../../../ui/states/states.tsx'
import { StepButtons } from '../../../ui/stepper/step-buttons.tsx'
import { Stepper } from '../../../ui/stepper/stepper.tsx'
import { CredentialsFields } from '../credentials-fields.tsx'
import { credentialsErrors } from '../credentials-input.ts'
import { refreshDevices } from '../device-calls.ts'
import { deviceErrors, nameLengthMax } from '../device-input.ts'
import { deviceTransportErrors } from '../transport/device-transport-input.ts'
import { ConnectStep } from './connect-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { emptyDevice, makeDevice, type NewDevice, ProfileMadeError, withProfile } from './new-device.ts'
import { missingCredentials, ProfileStep } from './profile-step.tsx'

const AlarmRulesStep = lazy(() => import('./alarm-rules-step.tsx'))

/** Steps before the device is created. */
const inputSteps = ['details', 'profile', 'alarmRules', 'credentials', 'customer'] as const
type InputStep = (typeof inputSteps)[number]
/** Only for a new profile. */
const profileSteps: readonly InputStep[] = ['profile', 'alarmRules']
/** Maximum number of customers offered at a time. */
const choicesMax = 50
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

export default function AddDeviceDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<NewDevice>(() => emptyDevice(name))
  const [step, setStep] = useState(0)
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()
  const [device, setDevice] = useState<Device | null>(null)

  const defaultProfile = useQuery({
    queryKey: ['deviceProfiles', 'default'],
    queryFn: ({ signal }) => client.deviceProfiles.default({ signal, ignoreErrors: true, ignoreLoading: true }),
  })
  const initial = defaultProfile.data
  useEffect(() => {
    if (!initial) return
    const { id, transportType: type } = initial
    setWanted((now) => (now.draft.deviceProfileId ? now : withProfile(now, id.id, type)))
  }, [initial])

  const fieldErrors = deviceErrors(wanted.draft)
  const { newProfile } = wanted
  const profileName = newProfile?.name.trim()
  const hasProfileError = profileName !== undefined && (profileName === '' || profileName.length > nameLengthMax)
  const credentialErrors = credentialsErrors(wanted.credentials, true)
  const hasTransportError =
    profileName === undefined && firstError(deviceTransportErrors(wanted.draft.transport, t)) !== undefined
  const hasErrors: Readonly<Record<InputStep, boolean>> = {
    details: Boolean(fieldErrors.name || fieldErrors.label || hasProfileError || hasTransportError),
    profile: newProfile !== null && missingCredentials(newProfile).length > 0,
    alarmRules: newProfile !== null && firstError(alarmErrors(newProfile.alarms, t)) !== undefined,
    credentials: Object.keys(credentialErrors).length > 0,
    customer: false,
  }
  const inputs = inputSteps.filter((one) => newProfile !== null || !profileSteps.includes(one))
  const here = inputs[step]
  const lastInputStep = inputs.length - 1

  function create() {
    const faulty = inputs.findIndex((one) => hasErrors[one])
    if (faulty >= 0) {
      setStep(faulty)
      setTried(true)
      return
    }
    void sending.submit(make)
  }

  async function make() {
    try {
      setDevice(await makeDevice(client, wanted))
      setStep(inputs.length)
      void refreshDevices(queries)
      void queries.invalidateQueries({ queryKey: ['deviceProfiles'] })
    } catch (error) {
      if (error instanceof ProfileMadeError) {
        const { deviceProfileId } = error
        setWanted((now) =>
          withProfile({ ...now, newProfile: null }, deviceProfileId, now.newProfile?.transportType ?? 'DEFAULT'),
        )
        void queries.invalidateQueries({ queryKey: ['deviceProfiles'] })
      }
      setStep(0)
      throw error
    }
  }

  function next() {
    setTried(true)
    if (here && hasErrors[here]) return
    setTried(false)
    if (step < lastInputStep) setStep(step + 1)
    else create()
  }

  function startAnother() {
    setDevice(null)
    setWanted(({ draft }) => withProfile(emptyDevice(''), draft.deviceProfileId, draft.transport.type))
    setStep(0)
    setTried(false)
  }

  const steps = [...inputs.map((one) => t(`devices.step_${one}`)), t('devices.stepConnect')]
  const footer = device ? (
    <>
      <span className="sd-come-back sd-xs sd-text-3">{t('devices.comeBack')}</span>
      <span className="sd-spacer" />
      <Button kind="plain" onClick={startAnother}>
        {t('devices.addAnother')}
      </Button>
      <Button onClick={() => void navigate({ to: '/devices', search: { open: device.id.id, tab: 'telemetry' } })}>
        {t('devices.openDevice')}
      </Button>
      <Button kind="filled" onClick={onClose}>
        {t('devices.doneButton')}
      </Button>
    </>
  ) : (
    <StepButtons
      onBack={step > 0 ? () => setStep(step - 1) : undefined}
      action={step < lastInputStep ? t('ui.next') : t('devices.create')}
      isBusy={sending.isBusy}
    >
      {step < lastInputStep && (
        <Button onClick={create} busy={sending.isBusy}>
          {t('devices.createNow')}
        </Button>
      )}
    </StepButtons>
  )

  return (
    <Dialog
      help={<HelpButton page="devices/add" />}
      title={t('devices.add')}
      size={860}
      isFlush
      onClose={onClose}
      onSubmit={device ? undefined : next}
      header={<Stepper steps={steps} at={step} />}
      footer={footer}
    >
      {device ? (
        <ConnectStep device={device} />
      ) : (
        <div className="sd-step-body">
          <div className="sd-form">
            <FormError text={sending.failure} />
            {here === 'details' && (
              <DetailsStep
                wanted={wanted}
                onChange={setWanted}
                fieldErrors={isTried ? fieldErrors : {}}
                showsErrors={isTried}
              />
            )}
            {here === 'profile' && newProfile && (
              <ProfileStep
                profile={newProfile}
                onChange={(profile) => setWanted({ ...wanted, newProfile: profile })}
                showsErrors={isTried}
              />
            )}
            {here === 'alarmRules' && newProfile && (
              <Suspense fallback={<Skeleton height={120} />}>
                <AlarmRulesStep
                  alarms={newProfile.alarms}
                  onChange={(alarms) => setWanted({ ...wanted, newProfile: { ...newProfile, alarms } })}
                  showsErrors={isTried}
                />
              </Suspense>
            )}
            {here === 'credentials' && (
              <CredentialsFields
                input={wanted.credentials}
                onChange={(credentials) => setWanted({ ...wanted, credentials })}
                fieldErrors={isTried ? credentialErrors : {}}
                transport={newProfile?.transportType ?? wanted.draft.transport.type}
                isNew
              />
            )}
            {here === 'customer' && (
              <CustomerField
                value={wanted.customerId}
                onChange={(customerId) => setWanted({ ...wanted, customerId })}
              />
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function CustomerField({ value, onChange }: { value: string; onChange: (customerId: string) => void }) {
  const t = useText()
  const { customers } = useClient()
  return (
    <NamedField
      label={t('devices.customer')}
      help={t('devices.customerHelp')}
      placeholder={t('devices.noCustomer')}
      source={['customers', 'choices']}
      value={value}
      onChange={onChange}
      nameOf={async (id, signal) => (await customers.get(id, { ...quiet, signal })).title}
      load={async (textSearch, signal) => {
        const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'title', sortOrder: 'ASC' } as const
        const { data } = await customers.list(link, { ...quiet, signal })
        // A device is made public in the list, which also asks what visitors may do.
        return data
          .filter(({ additionalInfo }) => additionalInfo?.isPublic !== true)
          .map(({ id, title }) => ({ value: id.id, label: title }))
      }}
    />
  )
}
