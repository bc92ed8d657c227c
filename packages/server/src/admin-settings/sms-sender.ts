/** Sends an SMS via the web API of a provider: Twilio, or Amazon SNS with a version 4 signature. */

import { createHash, createHmac } from 'node:crypto'
import { type SmsSettings, smsLengthMax } from '@sonde/model/admin-settings/admin-settings'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import type { Clock } from '../clock.ts'
import type { Egress } from '../egress/egress.ts'

/** Phone number in E.164 format. */
const phoneNumber = /^\+[1-9]\d{1,14}$/

export interface SmsDeps {
  readonly egress: Pick<Egress, 'request'>
  readonly clock: Clock
  /** Replaces the URLs of the providers. Without a trailing slash. */
  readonly baseUrl?: string
}

export type SendSms = (settings: SmsSettings | undefined, numberTo: string, message: string) => Promise<void>

/** Status 500 with error code 2, as in ThingsBoard. */
const smsFailed = (reason: string, cause?: unknown) =>
  new DomainError(ErrorCode.GENERAL, `Couldn’t send the SMS: ${reason}`, { cause })

export function createSendSms({ egress, clock, baseUrl }: SmsDeps): SendSms {
  return async (settings, numberTo, message) => {
    if (!settings) throw smsFailed('no SMS provider is configured.')
    if (!phoneNumber.test(numberTo)) throw smsFailed('numberTo must be a number such as +14155550100.')
    if (message === '' || message.length > smsLengthMax) {
      throw smsFailed(`message must have 1 to ${smsLengthMax} characters.`)
    }
    const call =
      settings.type === 'TWILIO'
        ? twilioCall(settings, numberTo, message, baseUrl)
        : snsCall(settings, numberTo, message, clock.nowMs(), baseUrl)
    let answer: { readonly status: number; readonly text: string }
    try {
      answer = await egress.request(call.url, { method: 'POST', headers: call.headers, body: call.body })
    } catch (error) {
      throw smsFailed(error instanceof Error ? error.message : String(error), error)
    }
    if (answer.status >= 300) throw smsFailed(`the provider returned ${answer.status}: ${answer.text.slice(0, 300)}`)
  }
}

interface ProviderCall {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

const form = 'application/x-www-form-urlencoded'

function twilioCall(
  { accountSid, accountToken, numberFrom }: Extract<SmsSettings, { type: 'TWILIO' }>,
  numberTo: string,
  message: string,
  baseUrl = 'https://api.twilio.com',
): ProviderCall {
  const sender = numberFrom.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return {
    url: `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${accountToken ?? ''}`).toString('base64')}`,
      'content-type': form,
    },
    body: new URLSearchParams({ To: numberTo, [sender]: numberFrom, Body: message }).toString(),
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const keyed = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function snsCall(
  { accessKeyId, secretAccessKey, region }: Extract<SmsSettings, { type: 'AWS_SNS' }>,
  numberTo: string,
  message: string,
  nowMs: number,
  baseUrl = `https://sns.${region}.amazonaws.com`,
): ProviderCall {
  const { host } = new URL(baseUrl)
  const body = new URLSearchParams({
    Action: 'Publish',
    Version: '2010-03-31',
    PhoneNumber: numberTo,
    Message: message,
  }).toString()
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const place = `${day}/${region}/sns/aws4_request`
  const signed = 'content-type;host;x-amz-date'
  const request = [
    'POST',
    '/',
    '',
    `content-type:${form}`,
    `host:${host}`,
    `x-amz-date:${time}`,
    '',
    signed,
    hash(body),
  ]
  const key = keyed(keyed(keyed(keyed(`AWS4${secretAccessKey ?? ''}`, day), region), 'sns'), 'aws4_request')
  const signature = keyed(key, ['AWS4-HMAC-SHA256', time, place, hash(request.join('\n'))].join('\n')).toString('hex')
  return {
    url: `${baseUrl}/`,
    headers: {
      'content-type': form,
      'x-amz-date': time,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${place}, SignedHeaders=${signed}, Signature=${signature}`,
    },
    body,
  }
}
