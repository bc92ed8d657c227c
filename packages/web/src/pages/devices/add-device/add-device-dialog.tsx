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
import { FormError } from '../../../ui/field/form-error.tsx'
import { Select } from '../../../ui/field/text-field.tsx'
import { Stepper } from '../../../ui/stepper/stepper.tsx'
import { CredentialsFields } from '../credentials-fields.tsx'
import { credentialsFaults } from '../credentials-input.ts'
import { refreshDevices } from '../device-calls.ts'
import { deviceFaults, nameLengthMax } from '../device-input.ts'
import { ConnectStep } from './connect-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { emptyDevice, makeDevice, type NewDevice, ProfileMadeError } from './new-device.ts'

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
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [device, setDevice] = useState<Device | null>(null)

  const defaultProfile = useQuery({
    queryKey: ['deviceProfiles', 'default'],
    queryFn: ({ signal }) => client.deviceProfiles.default({ signal, ignoreErrors: true, ignoreLoading: true }),
  })
  const defaultId = defaultProfile.data?.id.id
  useEffect(() => {
    if (!defaultId) return
    setWanted((now) =>
      now.draft.deviceProfileId ? now : { ...now, draft: { ...now.draft, deviceProfileId: defaultId } },
    )
  }, [defaultId])

  const faults = deviceFaults(wanted.draft)
  const profileName = wanted.newProfileName?.trim()
  const hasProfileFault = profileName !== undefined && (profileName === '' || profileName.length > nameLengthMax)
  const credentialFaults = credentialsFaults(wanted.credentials, true)
  const hasFaults = [
    Boolean(faults.name || faults.label || hasProfileFault),
    Object.keys(credentialFaults).length > 0,
    false,
  ]

  async function create() {
    const faulty = hasFaults.indexOf(true)
    if (faulty >= 0) {
      setStep(faulty)
      setTried(true)
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      setDevice(await makeDevice(client, wanted))
      setStep(connectStep)
      void refreshDevices(queries)
      void queries.invalidateQueries({ queryKey: ['deviceProfiles'] })
    } catch (error) {
      if (error instanceof ProfileMadeError) {
        const { deviceProfileId } = error
        setWanted((now) => ({ ...now, newProfileName: null, draft: { ...now.draft, deviceProfileId } }))
        void queries.invalidateQueries({ queryKey: ['deviceProfiles'] })
      }
      setFailure(error instanceof Error ? error.message : String(error))
      setStep(0)
    } finally {
      setBusy(false)
    }
  }

  function next() {
    setTried(true)
    if (hasFaults[step]) return
    setTried(false)
    if (step < lastInputStep) setStep(step + 1)
    else void create()
  }

  function startAnother() {
    setDevice(null)
    setWanted((now) => ({
      ...emptyDevice(''),
      draft: { ...emptyDevice('').draft, deviceProfileId: now.draft.deviceProfileId },
    }))
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
    <>
      {step > 0 && (
        <Button kind="plain" onClick={() => setStep(step - 1)}>
          {t('ui.back')}
        </Button>
      )}
      <span className="sd-spacer" />
      {step < lastInputStep && (
        <Button onClick={() => void create()} busy={isBusy}>
          {t('devices.createNow')}
        </Button>
      )}
      <Button kind="filled" type="submit" busy={isBusy}>
        {step < lastInputStep ? t('ui.next') : t('devices.create')}
      </Button>
    </>
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
            <FormError text={failure} />
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
