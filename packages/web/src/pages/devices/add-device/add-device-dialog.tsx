/**
 * Adds a device in at most four steps. The device is made before the last step, so that leaving loses nothing and the
 * last step can watch for the first message.
 */

import './connect.css'
import type { Device } from '@sonde/model/devices/device'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HelpButton } from '../../../help/help-button.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { firstFault } from '../../../ui/field/field-places.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { Select } from '../../../ui/field/text-field.tsx'
import { useSubmit } from '../../../ui/field/use-submit.ts'
import { StepButtons } from '../../../ui/stepper/step-buttons.tsx'
import { Stepper } from '../../../ui/stepper/stepper.tsx'
import { CredentialsFields } from '../credentials-fields.tsx'
import { credentialsFaults } from '../credentials-input.ts'
import { refreshDevices } from '../device-calls.ts'
import { deviceFaults, nameLengthMax } from '../device-input.ts'
import { deviceTransportFaults } from '../transport/device-transport-input.ts'
import { ConnectStep } from './connect-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { emptyDevice, makeDevice, type NewDevice, ProfileMadeError, withProfile } from './new-device.ts'

const lastInputStep = 2
const connectStep = 3
/** Customers in the list of choices. */
const customersMax = 100

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

  const faults = deviceFaults(wanted.draft)
  const profileName = wanted.newProfileName?.trim()
  const hasProfileFault = profileName !== undefined && (profileName === '' || profileName.length > nameLengthMax)
  const credentialFaults = credentialsFaults(wanted.credentials, true)
  const hasTransportFault =
    profileName === undefined && firstFault(deviceTransportFaults(wanted.draft.transport, t)) !== undefined
  const hasFaults = [
    Boolean(faults.name || faults.label || hasProfileFault || hasTransportFault),
    Object.keys(credentialFaults).length > 0,
    false,
  ]

  function create() {
    const faulty = hasFaults.indexOf(true)
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
      setStep(connectStep)
      void refreshDevices(queries)
      void queries.invalidateQueries({ queryKey: ['deviceProfiles'] })
    } catch (error) {
      if (error instanceof ProfileMadeError) {
        const { deviceProfileId } = error
        setWanted((now) => withProfile({ ...now, newProfileName: null }, deviceProfileId, 'DEFAULT'))
        void queries.invalidateQueries({ queryKey: ['deviceProfiles'] })
      }
      setStep(0)
      throw error
    }
  }

  function next() {
    setTried(true)
    if (hasFaults[step]) return
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

  const steps = [
    t('devices.stepDetails'),
    t('devices.stepCredentials'),
    t('devices.stepCustomer'),
    t('devices.stepConnect'),
  ]
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
            {step === 0 && (
              <DetailsStep wanted={wanted} onChange={setWanted} faults={isTried ? faults : {}} showsFaults={isTried} />
            )}
            {step === 1 && (
              <CredentialsFields
                input={wanted.credentials}
                onChange={(credentials) => setWanted({ ...wanted, credentials })}
                faults={isTried ? credentialFaults : {}}
                isNew
              />
            )}
            {step === lastInputStep && (
              <CustomerSelect
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

function CustomerSelect({ value, onChange }: { value: string; onChange: (customerId: string) => void }) {
  const t = useText()
  const client = useClient()
  const { data, isError } = useQuery({
    queryKey: ['customers', 'choices'],
    queryFn: ({ signal }) => {
      const link = { page: 0, pageSize: customersMax, sortProperty: 'title', sortOrder: 'ASC' } as const
      return client.customers.list(link, { signal, ignoreErrors: true, ignoreLoading: true })
    },
  })
  const customers = (data?.data ?? []).filter((customer) => customer.additionalInfo?.isPublic !== true)
  return (
    <Select
      label={t('devices.customer')}
      isOptional
      help={isError ? undefined : t('devices.customerHelp')}
      error={isError ? t('devices.customersFailed') : undefined}
      value={value}
      options={[
        { value: '', label: t('devices.noCustomer') },
        ...customers.map((customer) => ({ value: customer.id.id, label: customer.title })),
      ]}
      onChange={onChange}
    />
  )
}
