/** Last step of the wizard: shows commands to send a first message and waits for it to arrive. */

import './connect.css'
import type { Device } from '@sonde/model/devices/device'
import { type System, systems, type TransportName, transports } from '@sonde/model/transports/transports'
import { useQuery } from '@tanstack/react-query'
import { Check, Radio } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useLatestTelemetry, useServerAttributes } from '../../../live/use-live.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx'
import { CredentialsFields } from '../credentials-fields.tsx'
import { inputOfCredentials } from '../credentials-input.ts'
import { credentialsKey } from '../credentials-tab.tsx'
import { installCommand, sendCommand } from './connect-commands.ts'
import { shellTokens } from './shell-tokens.ts'

const transportOptions = transports.map(({ name, label }) => ({ value: name, label }))
const systemLabels = { linux: 'Linux', macos: 'macOS', windows: 'Windows' } as const

function systemOfReader(): System {
  const platform = navigator.userAgent
  return platform.includes('Windows') ? 'windows' : platform.includes('Mac') ? 'macos' : 'linux'
}

export function ConnectStep({ device }: { device: Pick<Device, 'id' | 'name'> }) {
  const t = useText()
  const client = useClient()
  const [transport, setTransport] = useState<TransportName>('mqtt')
  const [system, setSystem] = useState<System>(systemOfReader)
  const deviceId = device.id.id

  const credentials = useQuery({
    queryKey: credentialsKey(deviceId),
    queryFn: ({ signal }) => client.devices.credentials(deviceId, { signal, ignoreErrors: true }),
  })
  const connectivity = useQuery({
    queryKey: ['deviceConnectivity'],
    queryFn: () => client.system.deviceConnectivity(),
    staleTime: 60_000,
  })
  const input = credentials.data && inputOfCredentials(credentials.data)
  const error = credentials.error ?? connectivity.error
  const command = input && connectivity.data && sendCommand(transport, system, connectivity.data, input)

  return (
    <div className="sd-connect">
      <div className="sd-connect-main">
        <h3>{t('devices.connectTitle')}</h3>
        <p className="sd-sm sd-text-2">{t('devices.connectText', { name: device.name })}</p>
        {error ? (
          <ErrorState
            title={t('devices.connectFailed')}
            error={error}
            onRetry={() => {
              void credentials.refetch()
              void connectivity.refetch()
            }}
          />
        ) : !input || !connectivity.data ? (
          <Skeleton height={120} />
        ) : (
          <>
            <div className="sd-connect-choices">
              <Segmented
                label={t('devices.protocol')}
                options={transportOptions}
                value={transport}
                onChange={setTransport}
              />
              <Segmented
                label={t('devices.system')}
                options={systems.map((value) => ({ value, label: systemLabels[value] }))}
                value={system}
                onChange={setSystem}
              />
            </div>
            <ol className="sd-connect-steps">
              <li>
                <h4>{t('devices.installClient')}</h4>
                <Command text={installCommand(transport, system)} />
              </li>
              <li>
                <h4>{t('devices.publishValue')}</h4>
                {command ? <Command text={command} /> : <p className="sd-sm sd-text-2">{t('devices.noCommand')}</p>}
              </li>
              <li>
                <h4>{t('devices.credentials')}</h4>
                <div className="sd-form">
                  <CredentialsFields input={input} onChange={() => {}} fieldErrors={{}} isReadOnly hidesType />
                </div>
              </li>
            </ol>
          </>
        )}
      </div>
      <Watch deviceId={deviceId} />
    </div>
  )
}

function Command({ text }: { text: string }) {
  return (
    <CodeBlock text={text}>
      {shellTokens(text).map((token, at) =>
        token.kind === 'plain' ? (
          token.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity, and no state
          <span key={at} data-shell={token.kind}>
            {token.text}
          </span>
        ),
      )}
    </CodeBlock>
  )
}

/** Seconds of waiting until a hint is shown. */
const hintAfterSeconds = 20

function Watch({ deviceId }: { deviceId: string }) {
  const t = useText()
  const entity = useMemo(() => ({ entityType: 'DEVICE', id: deviceId }) as const, [deviceId])
  const { values } = useLatestTelemetry(entity)
  const state = useServerAttributes(entity, ['active', 'lastActivityTime', 'lastConnectTime'])
  const [seconds, setSeconds] = useState(0)
  const hasData = (values?.size ?? 0) > 0
  const isConnected = hasData || Number(state?.lastActivityTime?.value) > 0 || Number(state?.lastConnectTime?.value) > 0

  useEffect(() => {
    if (hasData) return
    const timer = setInterval(() => setSeconds((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [hasData])

  const elapsed = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div className="sd-watch">
      <div className="sd-watch-rings" data-done={hasData || undefined} aria-hidden>
        <i />
        <i />
        <b>{hasData ? <Check size={22} strokeWidth={2} /> : <Radio size={20} strokeWidth={1.75} />}</b>
      </div>
      <div className="sd-watch-state" role="status">
        <b>{hasData ? t('devices.dataArrived') : t('devices.waiting')}</b>
        {!hasData && (
          <span className="sd-xs sd-text-3 sd-num" aria-hidden>
            {t('devices.elapsed', { time: elapsed })}
          </span>
        )}
      </div>
      <ul className="sd-watch-marks">
        <Mark isDone label={t('devices.markCreated')} />
        <Mark isDone label={t('devices.markCredentials')} />
        <Mark isDone={isConnected} isNext={!isConnected} label={t('devices.markConnection')} />
        <Mark isDone={hasData} isNext={isConnected && !hasData} label={t('devices.markTelemetry')} />
      </ul>
      {hasData ? (
        <dl className="sd-facts sd-watch-values">
          {[...(values ?? [])].slice(0, 6).map(([key, { value }]) => (
            <div key={key}>
              <dt className="sd-mono">{key}</dt>
              <dd className="sd-num">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        seconds >= hintAfterSeconds && (
          <p className="sd-watch-hint">
            <b>{t('devices.nothingYet')}</b> {t('devices.nothingYetText')}
          </p>
        )
      )}
    </div>
  )
}

function Mark({ label, isDone, isNext = false }: { label: string; isDone: boolean; isNext?: boolean }) {
  const t = useText()
  return (
    <li data-done={isDone || undefined} data-next={isNext || undefined}>
      <span className="sd-watch-mark">{isDone && <Check size={12} strokeWidth={2.5} aria-hidden />}</span>
      {label}
      <span className="sd-hidden-text">{isDone ? t('devices.done') : t('devices.notYet')}</span>
    </li>
  )
}
