/**
 * Sends RPC calls to a device: a two-way call waits for the response, a one-way call only for the delivery. Each call
 * shows when it was sent, confirmed or failed. A persistent call is stored and appears in the list of persistent calls.
 */

import { ApiError } from '@sonde/client'
import { createRpcCalls } from '@sonde/client/rpc/rpc-calls'
import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleX, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { focusFirstError } from '../ui/field/focus-first-error.ts'
import { FormError } from '../ui/field/form-error.tsx'
import { CheckField, TextArea, TextField } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { callsKey } from './persistent-rpc-table.tsx'
import { expiryMsOf, paramsOf, retriesOf, timeoutMsOf } from './rpc-input.ts'

type Way = 'twoway' | 'oneway'

interface SentCall {
  readonly id: number
  readonly way: Way
  readonly method: string
  readonly params: string
  /** Epoch ms. */
  readonly sentAt: number
  readonly state:
    | { readonly kind: 'sent' }
    | { readonly kind: 'confirmed'; readonly ms: number; readonly answer: string | null }
    | { readonly kind: 'failed'; readonly message: string }
}

/** Maximum number of calls shown. */
const callsMax = 10

interface SendCallProps {
  readonly deviceId: string
  readonly isActive: boolean
  /** Control that switches the parts of the tab. */
  readonly choice: ReactNode
  /** Called after a persistent call was stored. */
  readonly onStored: () => void
}

export function SendCall({ deviceId, isActive, choice, onStored }: SendCallProps) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const [way, setWay] = useState<Way>('twoway')
  const [method, setMethod] = useState('')
  const [params, setParams] = useState('{}')
  const [timeout, setTimeout] = useState('10')
  const [isPersistent, setPersistent] = useState(false)
  const [expiry, setExpiry] = useState('24')
  const [retries, setRetries] = useState('5')
  const { isBusy, failure, submit } = useSubmit()
  const [isTouched, setTouched] = useState(false)
  const [calls, setCalls] = useState<readonly SentCall[]>([])

  const parsed = paramsOf(params)
  const timeoutMs = timeoutMsOf(timeout)
  const methodError = method.trim() === '' ? t('devices.rpcMethodRequired') : undefined
  const paramsError = parsed === undefined ? t('telemetry.jsonInvalid') : undefined
  const timeoutError = timeoutMs === undefined ? t('devices.rpcTimeoutInvalid') : undefined

  const expiryMs = expiryMsOf(expiry)
  const expiryError = expiryMs === undefined ? t('devices.rpcExpiryInvalid') : undefined
  const retryCount = retriesOf(retries)
  const retriesError = retryCount === undefined ? t('devices.rpcRetriesInvalid') : undefined

  function store(value: unknown, expirationMs: number, retriesMax: number) {
    const request = {
      method: method.trim(),
      params: value,
      persistent: true,
      retries: retriesMax,
      expirationTime: Math.round(client.session.serverNowMs()) + expirationMs,
    }
    return submit(async () => {
      const quiet = { ignoreErrors: true }
      const rpc = createRpcCalls(client.rest)
      await (way === 'twoway' ? rpc.twoway(deviceId, request, quiet) : rpc.oneway(deviceId, request, quiet))
      void queries.invalidateQueries({ queryKey: callsKey(deviceId) })
      onStored()
    })
  }

  async function send() {
    setTouched(true)
    if (methodError || parsed === undefined) return
    if (isPersistent) {
      if (expiryMs !== undefined && retryCount !== undefined) await store(parsed.value, expiryMs, retryCount)
      return
    }
    if (timeoutMs === undefined) return
    const sentAt = Date.now()
    const call: SentCall = {
      id: sentAt,
      way,
      method: method.trim(),
      params: params.trim(),
      sentAt,
      state: { kind: 'sent' },
    }
    setCalls((known) => [call, ...known].slice(0, callsMax))
    const become = (state: SentCall['state']) =>
      setCalls((known) => known.map((one) => (one.id === call.id ? { ...one, state } : one)))
    try {
      const request = { method: call.method, params: parsed.value, timeout: timeoutMs }
      const answer =
        way === 'twoway'
          ? await client.devices.rpcTwoway(deviceId, request)
          : await client.devices.rpcOneway(deviceId, request)
      become({
        kind: 'confirmed',
        ms: Date.now() - sentAt,
        answer: way === 'twoway' && answer !== undefined ? JSON.stringify(answer, null, 2) : null,
      })
    } catch (error) {
      const isTimeout = error instanceof ApiError && error.status === 504
      const message = isTimeout
        ? t('devices.rpcNoAnswer', { seconds: timeoutMs / 1000 })
        : error instanceof Error
          ? error.message
          : String(error)
      become({ kind: 'failed', message })
    }
  }

  return (
    <div className="sd-tab-body">
      <form
        className="sd-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
          focusFirstError(event.currentTarget)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void send()
          }
        }}
      >
        <div>{choice}</div>
        <FormError text={failure} />
        <div>
          <Segmented
            label={t('devices.rpcWay')}
            options={[
              { value: 'twoway', label: t('devices.rpcTwoway') },
              { value: 'oneway', label: t('devices.rpcOneway') },
            ]}
            value={way}
            onChange={setWay}
          />
          <p className="sd-xs sd-text-3 sd-rpc-hint">
            {t(way === 'twoway' ? 'devices.rpcTwowayHint' : 'devices.rpcOnewayHint')}
          </p>
        </div>
        <div className="sd-rpc-row">
          <TextField
            label={t('devices.rpcMethod')}
            isMono
            placeholder="setValue"
            value={method}
            onChange={setMethod}
            error={isTouched ? methodError : undefined}
          />
          <TextField
            label={t(isPersistent ? 'devices.rpcExpiry' : 'devices.rpcTimeout')}
            inputMode="numeric"
            value={isPersistent ? expiry : timeout}
            onChange={isPersistent ? setExpiry : setTimeout}
            error={isPersistent ? expiryError : timeoutError}
          />
        </div>
        <CheckField
          label={t('devices.rpcPersistent')}
          help={t('devices.rpcPersistentHelp')}
          isChecked={isPersistent}
          onChange={setPersistent}
        />
        {isPersistent && (
          <div className="sd-rpc-retries">
            <TextField
              label={t('devices.rpcRetries')}
              inputMode="numeric"
              value={retries}
              onChange={setRetries}
              error={retriesError}
              help={t('devices.rpcRetriesHelp')}
            />
          </div>
        )}
        <TextArea
          label={t('devices.rpcParams')}
          isMono
          rows={4}
          value={params}
          onChange={setParams}
          error={paramsError}
          help={t('devices.rpcParamsHelp')}
        />
        <div className="sd-rpc-send">
          <Button kind="filled" type="submit" busy={isBusy} icon={<Send size={16} strokeWidth={2} aria-hidden />}>
            {t('devices.rpcSend')}
          </Button>
          {!isActive && !isPersistent && <span className="sd-xs sd-text-3">{t('devices.rpcInactive')}</span>}
        </div>
      </form>
      {calls.length > 0 && (
        <ul className="sd-rpc-calls" aria-live="polite">
          {calls.map((call) => (
            <SentCallItem key={call.id} call={call} />
          ))}
        </ul>
      )}
    </div>
  )
}

function SentCallItem({ call }: { call: SentCall }) {
  const t = useText()
  const format = useFormat()
  const { state } = call
  return (
    <li className="sd-rpc-call" data-state={state.kind}>
      <div className="sd-rpc-call-head">
        {state.kind === 'sent' ? (
          <i className="sd-rpc-waiting" aria-hidden />
        ) : state.kind === 'confirmed' ? (
          <Check size={16} strokeWidth={2} aria-hidden />
        ) : (
          <CircleX size={16} strokeWidth={2} aria-hidden />
        )}
        <b className="sd-mono">{call.method}</b>
        <span className="sd-mono sd-text-3 sd-ellipsis">{call.params}</span>
        <span className="sd-spacer" />
        <span className="sd-xs sd-text-3 sd-num">{format.clock(call.sentAt)}</span>
      </div>
      <div className="sd-rpc-call-state">
        {state.kind === 'sent' && t('devices.rpcSent')}
        {state.kind === 'confirmed' &&
          t(
            call.way === 'oneway'
              ? 'devices.rpcTaken'
              : state.answer === null
                ? 'devices.rpcConfirmed'
                : 'devices.rpcAnswered',
            {
              ms: state.ms,
            },
          )}
        {state.kind === 'failed' && state.message}
      </div>
      {state.kind === 'confirmed' && state.answer !== null && <CodeBlock text={state.answer} />}
    </li>
  )
}
