/** Client program of a request, as stated by its user agent, for the audit log. */

import type { FastifyRequest } from 'fastify'

export interface ClientAgent {
  readonly clientAddress: string
  readonly browser: string
  readonly os: string
  readonly device: string
}

/** Name and pattern; the first match counts. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*Safari\//],
] as const
const systems = [
  ['Windows', /Windows NT/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Mac OS X', /Mac OS X/],
  ['Linux', /Linux/],
] as const
const devices = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
] as const

const nameOf = (agent: string, kinds: readonly (readonly [string, RegExp])[]): string => {
  for (const [name, pattern] of kinds) {
    const found = pattern.exec(agent)
    if (found) return found[1] ? `${name} ${found[1].slice(0, 32)}` : name
  }
  return 'Other'
}

export function clientAgentOf(request: Pick<FastifyRequest, 'ip' | 'headers'>): ClientAgent {
  const agent = String(request.headers['user-agent'] ?? '').slice(0, 1024)
  return {
    clientAddress: request.ip,
    browser: nameOf(agent, browsers),
    os: nameOf(agent, systems),
    device: nameOf(agent, devices),
  }
}
