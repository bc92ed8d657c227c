/**
 * The sandbox that user scripts run in: QuickJS in WebAssembly, without host objects, files, network or timers.
 *
 * A runtime per tenant holds the memory limit, a context per script its globals, and the function is compiled once.
 * One text goes in and one comes out. The input is three parts divided by line feeds: data as it came (it may hold
 * line feeds), then metadata and type as JSON, which hold none; so no data can pose as metadata.
 *
 * What the sandbox cannot stop (a native operation that never asks for the time) the watch of script-pool.ts ends by
 * ending the thread.
 */

import quickJsVariant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import type { ScriptFault } from './script-results.ts'

export interface ScriptLimits {
  /** Of one call. */
  readonly timeMs: number
  /** Of all scripts of a tenant together. */
  readonly memoryBytes: number
  /** Of one result. */
  readonly outputBytes: number
  readonly stackBytes: number
}

export const defaultScriptLimits: ScriptLimits = {
  timeMs: 1_000,
  memoryBytes: 16 * 1024 * 1024,
  outputBytes: 1024 * 1024,
  stackBytes: 256 * 1024,
}

export interface ScriptSource {
  readonly body: string
  readonly argNames: readonly string[]
}

export interface SandboxFailure {
  readonly fault: ScriptFault
  readonly message: string
}

/** The JSON text of the result, or why there is none. */
export type SandboxResult = string | SandboxFailure

export interface Sandbox {
  run(tenantId: string, scriptId: number, source: ScriptSource, input: string): SandboxResult
  /** Whether a script compiles: "" or the fault. Nothing of it is kept. */
  check(tenantId: string, source: ScriptSource): SandboxResult
  /** Forgets a script and its globals. */
  drop(scriptId: number): void
  /** Bytes of WebAssembly memory; they never shrink. */
  readonly bytes: number
  /** True when the WebAssembly instance can no longer be trusted. */
  readonly isBroken: boolean
}

interface Tenant {
  readonly runtime: QuickJSRuntime
  readonly scripts: Map<number, { context: QuickJSContext; call: QuickJSHandle }>
}

/** Error texts of scripts beyond this are cut. */
const errorLengthMax = 500

// The script may change every global of its own context; what the wrapper needs is taken before.
const wrapper = `(function (names, body) {
  var parse = JSON.parse, stringify = JSON.stringify
  var script = Function.apply(null, parse(names).concat([body]))
  var last = Function.prototype.call.bind(String.prototype.lastIndexOf)
  var cut = Function.prototype.call.bind(String.prototype.slice)
  return function (input) {
    var type = last(input, '\\n'), metadata = last(input, '\\n', type - 1), msg
    try { msg = parse(cut(input, 0, metadata)) } catch (e) { throw new Error('the message is not JSON') }
    var result = stringify(script(msg, parse(cut(input, metadata + 1, type)), parse(cut(input, type + 1))))
    return result === undefined ? '' : result
  }
})`

/** Joins what the sandbox takes apart again. */
export const sandboxInput = (data: string, metadata: Readonly<Record<string, string>>, type: string): string =>
  `${data}\n${JSON.stringify(metadata)}\n${JSON.stringify(type)}`

export async function createSandbox(limits: ScriptLimits): Promise<Sandbox> {
  // The package's types describe its CommonJS form, Node loads its ES module; goes when its `types` follow `import`.
  const variant = quickJsVariant as unknown as QuickJSSyncVariant
  const quickJs = await newQuickJSWASMModuleFromVariant(variant)
  const tenants = new Map<string, Tenant>()
  const tenantOf = new Map<number, string>()
  let deadline = 0
  let isBroken = false

  function tenantFor(tenantId: string): Tenant {
    const known = tenants.get(tenantId)
    if (known) return known
    const runtime = quickJs.newRuntime()
    runtime.setMemoryLimit(limits.memoryBytes)
    runtime.setMaxStackSize(limits.stackBytes)
    runtime.setInterruptHandler(() => performance.now() > deadline)
    const tenant: Tenant = { runtime, scripts: new Map() }
    tenants.set(tenantId, tenant)
    return tenant
  }

  /** Throws away all that a tenant's scripts hold; its next call starts afresh. */
  function resetTenant(tenantId: string) {
    const tenant = tenants.get(tenantId)
    if (!tenant) return
    tenants.delete(tenantId)
    try {
      for (const [scriptId, { context, call }] of tenant.scripts) {
        tenantOf.delete(scriptId)
        call.dispose()
        context.dispose()
      }
      tenant.runtime.dispose()
    } catch {
      // QuickJS aborts when memory ran out at a bad moment and something leaked; the thread is replaced then.
      isBroken = true
    }
  }

  function failureOf(context: QuickJSContext, error: QuickJSHandle, fault: ScriptFault): SandboxFailure {
    const name = textOf(context, error, 'name')
    const message =
      textOf(context, error, 'message') ?? (context.typeof(error) === 'string' ? text(context, error) : '')
    if (name === 'InternalError' && message === 'interrupted') {
      return { fault: 'time', message: `The script ran longer than ${limits.timeMs} ms and was stopped.` }
    }
    if (name === 'InternalError' && message === 'out of memory') {
      const mib = Math.round(limits.memoryBytes / 1024 / 1024)
      return { fault: 'memory', message: `The script needs more than ${mib} MiB of memory and was stopped.` }
    }
    if (fault === 'compile') return { fault, message: `The script has an error: ${name ?? 'Error'}: ${message}` }
    return { fault, message: name ? `The script failed: ${name}: ${message}` : `The script failed: ${message}` }
  }

  function compile(
    tenant: Tenant,
    source: ScriptSource,
  ): { context: QuickJSContext; call: QuickJSHandle } | SandboxFailure {
    const context = tenant.runtime.newContext()
    const made = context.evalCode(wrapper)
    if (made.error) {
      const failure = failureOf(context, made.error, 'compile')
      made.error.dispose()
      context.dispose()
      return failure
    }
    const names = context.newString(JSON.stringify(source.argNames))
    const body = context.newString(source.body)
    const compiled = context.callFunction(made.value, context.undefined, names, body)
    made.value.dispose()
    names.dispose()
    body.dispose()
    if (!compiled.error) return { context, call: compiled.value }
    const failure = failureOf(context, compiled.error, 'compile')
    compiled.error.dispose()
    context.dispose()
    return failure
  }

  function runUnguarded(tenantId: string, scriptId: number, source: ScriptSource, input: string): SandboxResult {
    const tenant = tenantFor(tenantId)
    deadline = performance.now() + limits.timeMs
    let script = tenant.scripts.get(scriptId)
    if (!script) {
      const compiled = compile(tenant, source)
      if ('fault' in compiled) return compiled
      script = compiled
      tenant.scripts.set(scriptId, script)
      tenantOf.set(scriptId, tenantId)
    }
    const { context, call } = script
    const argument = context.newString(input)
    const result = context.callFunction(call, context.undefined, argument)
    argument.dispose()
    if (result.error) {
      const failure = failureOf(context, result.error, 'thrown')
      result.error.dispose()
      return failure
    }
    const output = context.getString(result.value)
    result.value.dispose()
    return output
  }

  function checkUnguarded(tenantId: string, source: ScriptSource): SandboxResult {
    const tenant = tenantFor(tenantId)
    deadline = performance.now() + limits.timeMs
    const compiled = compile(tenant, source)
    if (!('fault' in compiled)) {
      compiled.call.dispose()
      compiled.context.dispose()
    }
    if (tenant.scripts.size === 0) resetTenant(tenantId)
    return 'fault' in compiled ? compiled : ''
  }

  function guarded(tenantId: string, work: () => SandboxResult): SandboxResult {
    let result: SandboxResult
    try {
      result = work()
    } catch (error) {
      // The instance itself gave up (its stack, an abort); nothing in it can be trusted any more.
      isBroken = true
      return { fault: 'memory', message: `The script broke its sandbox: ${String(error).slice(0, errorLengthMax)}` }
    }
    if (typeof result !== 'string' && result.fault === 'memory') resetTenant(tenantId)
    return result
  }

  return {
    check: (tenantId, source) => guarded(tenantId, () => checkUnguarded(tenantId, source)),

    run(tenantId, scriptId, source, input) {
      const result = guarded(tenantId, () => runUnguarded(tenantId, scriptId, source, input))
      if (typeof result !== 'string') return result
      // A UTF-16 unit is at most three bytes of UTF-8.
      if (result.length * 3 > limits.outputBytes && Buffer.byteLength(result) > limits.outputBytes) {
        const message = `The script returned more than ${limits.outputBytes} bytes; return less.`
        return { fault: 'output', message }
      }
      return result
    },

    drop(scriptId) {
      const tenantId = tenantOf.get(scriptId)
      const tenant = tenantId === undefined ? undefined : tenants.get(tenantId)
      const script = tenant?.scripts.get(scriptId)
      if (!tenantId || !tenant || !script) return
      if (tenant.scripts.size === 1) return resetTenant(tenantId)
      tenant.scripts.delete(scriptId)
      tenantOf.delete(scriptId)
      try {
        script.call.dispose()
        script.context.dispose()
      } catch {
        isBroken = true
      }
    },

    get bytes() {
      return quickJs.getWasmMemory().buffer.byteLength
    },
    get isBroken() {
      return isBroken
    },
  }
}

function textOf(context: QuickJSContext, of: QuickJSHandle, property: string): string | undefined {
  if (context.typeof(of) !== 'object') return undefined
  const value = context.getProp(of, property)
  const found = context.typeof(value) === 'string' ? text(context, value) : undefined
  value.dispose()
  return found
}

const text = (context: QuickJSContext, of: QuickJSHandle) => context.getString(of).slice(0, errorLengthMax)
