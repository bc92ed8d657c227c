/** Commands that send one message as a device: what the last step of the wizard shows. */

import type { DeviceConnectivity } from '@sonde/client'
import type { CredentialsInput } from '../credentials-input.ts'

export const systems = ['linux', 'macos', 'windows'] as const
export type System = (typeof systems)[number]

export const protocols = ['mqtt', 'http'] as const
export type Protocol = (typeof protocols)[number]

/** The value that the commands send. */
export const sampleKey = 'temperature'
const sample = `{"${sampleKey}": 21.5}`

/** Text that a shell takes as one word. */
function quoted(text: string, system: System): string {
  if (/^[\w./:@%+=-]+$/.test(text)) return text
  if (system === 'windows') return `"${text.replaceAll('"', '\\"')}"`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Goes on in the next line, as the shell of the system writes it. */
const lineEnds: Record<System, string> = { linux: ' \\\n  ', macos: ' \\\n  ', windows: ' ^\n  ' }

export function installCommand(protocol: Protocol, system: System): string {
  if (protocol === 'http') {
    return { linux: 'sudo apt-get install -y curl', macos: 'brew install curl', windows: 'winget install cURL.cURL' }[
      system
    ]
  }
  return {
    linux: 'sudo apt-get install -y mosquitto-clients',
    macos: 'brew install mosquitto',
    windows: 'winget install EclipseFoundation.Mosquitto',
  }[system]
}

/** Null when devices with such credentials do not send by this protocol from a command line. */
export function sendCommand(
  protocol: Protocol,
  system: System,
  connectivity: DeviceConnectivity,
  credentials: CredentialsInput,
): string | null {
  const join = (parts: readonly string[]) => parts.join(lineEnds[system])
  if (credentials.type === 'X509_CERTIFICATE') return null
  if (protocol === 'http') {
    const address = connectivity.http
    if (credentials.type !== 'ACCESS_TOKEN' || !address) return null
    const scheme = address.isTls ? 'https' : 'http'
    const url = `${scheme}://${hostText(address.host)}:${address.port}/api/v1/${encodeURIComponent(credentials.token)}/telemetry`
    return join([
      `curl -X POST ${quoted(url, system)}`,
      `-H ${quoted('Content-Type: application/json', system)}`,
      `-d ${quoted(sample, system)}`,
    ])
  }
  const { host, port, isTls } = connectivity.mqtt
  const who =
    credentials.type === 'ACCESS_TOKEN'
      ? [`-u ${quoted(credentials.token, system)}`]
      : [
          ...(credentials.clientId ? [`-i ${quoted(credentials.clientId, system)}`] : []),
          ...(credentials.userName ? [`-u ${quoted(credentials.userName, system)}`] : []),
          ...(credentials.password ? [`-P ${quoted(credentials.password, system)}`] : []),
        ]
  return join([
    'mosquitto_pub -d -q 1',
    `-h ${host} -p ${port}${isTls ? ' --tls-use-os-certs' : ''}`,
    '-t v1/devices/me/telemetry',
    ...who,
    `-m ${quoted(sample, system)}`,
  ])
}

const hostText = (host: string): string => (host.includes(':') ? `[${host}]` : host)
