/** Runs the code of a user-written widget type: builds `self` and `ctx`, and calls its life cycle. In the widget's frame. */

import { createActionContext } from './function-action.ts'
import { createContext } from './function-context.ts'
import { questionsMax } from './function-protocol.ts'
import { createObservables } from './observable-subset.ts'
import { $, SmallQuery } from './small-query.ts'
import { faultOf } from './thrown-fault.ts'
import type { FromWidget, Points, ToWidget, WidgetCode, WidgetData } from './widget-protocol.ts'
import { openTemplate, type Redraw } from './widget-template.ts'

type Json = Readonly<Record<string, unknown>>
type Start = Extract<ToWidget, { kind: 'start' }>

interface DataItem {
  readonly datasource: object
  readonly dataKey: Json
  data: Points
}

/** `self` of the type's script. */
type Self = Record<string, unknown> & { ctx?: object }

/** What can be read of a widget is kept in `ctx`; its members change in place. */
type Context = Record<string, unknown>

export interface RuntimeDeps {
  readonly post: (message: FromWidget) => void
  /** The template goes here; it fills the frame. */
  readonly root: HTMLElement
  /** Loads a resource of the type; rejects if it isn't allowed or there. */
  readonly load: (url: string, isModule: boolean) => Promise<void>
}

/** Returns the handler of messages from the page. */
export function createWidgetRuntime({ post, root, load }: RuntimeDeps): (message: ToWidget) => Promise<void> {
  const self: Self = {}
  const ctx: Context = {}
  const scope: Context = {}
  const place: Record<string, unknown> = {}
  let redraw: Redraw = () => {}
  let calls = 0
  const questions = new Map<number, PromiseWithResolvers<unknown>>()

  const fail = (error: unknown, isFatal = false) =>
    post({ kind: 'fault', fault: faultOf(error instanceof SyntaxError ? 'notCompiled' : 'threw', error), isFatal })
  const { from, rxjs } = createObservables(fail)

  function ask(method: string, args: readonly unknown[]): Promise<unknown> {
    if (questions.size >= questionsMax) return Promise.reject(new Error('The widget asks too much at the same time.'))
    const call = calls++
    const question = Promise.withResolvers<unknown>()
    try {
      post({ kind: 'asks', call, method, args: JSON.parse(JSON.stringify(args)) as unknown[] })
      questions.set(call, question)
    } catch (error) {
      // Such as a list that contains itself.
      question.reject(error)
    }
    return question.promise
  }
  const asked = (method: string, ...args: readonly unknown[]) => from(ask(method, args))
  const http = (method: string) => (url: string, body?: unknown) => asked('http', method, url, body ?? null)

  /** A function of the script, if it has it. */
  function call(name: string, isFatal = false): boolean {
    const run = self[name]
    if (typeof run !== 'function') return true
    try {
      run.call(self)
      return true
    } catch (error) {
      fail(error, isFatal)
      return false
    }
  }

  function detectChanges() {
    redraw()
  }

  const readAttributes = (entity: unknown, scopeName: string, keys?: readonly string[]) =>
    asked('readAttributes', entity, scopeName, keys ?? null)

  function build(code: WidgetCode, data: WidgetData): Redraw {
    Object.assign(place, data.place)
    const base = createContext(data.members)
    const actions = createActionContext(base, place as unknown as WidgetData['place'], { ask, fail }) as Context
    const services: Context = {
      ...actions,
      http: {
        get: http('GET'),
        delete: http('DELETE'),
        post: http('POST'),
      },
      attributeService: { ...(actions.attributeService as object), getEntityAttributes: readAttributes },
      deviceService: {
        getDevice: (id: string) => asked('http', 'GET', `/api/device/${id}`, null),
        sendOneWayRpcCommand: (id: string, body: unknown) => asked('http', 'POST', `/api/rpc/oneway/${id}`, body),
        sendTwoWayRpcCommand: (id: string, body: unknown) => asked('http', 'POST', `/api/rpc/twoway/${id}`, body),
      },
      assetService: { getAsset: (id: string) => asked('http', 'GET', `/api/asset/${id}`, null) },
    }
    const $injector = {
      get(name: string): unknown {
        const found = Object.hasOwn(services, name) ? services[name] : undefined
        if (!found) throw new Error(`The service ${name} isn't available.`)
        return found
      },
    }
    const control =
      (way: string) =>
      (method: string, params?: unknown, timeout?: number, persistent?: boolean, pollingInterval?: number) => {
        scope.executingRpcRequest = ctx.executingRpcRequest = true
        const done = ask('control', [
          way,
          method,
          params ?? null,
          timeout ?? null,
          persistent === true,
          pollingInterval,
        ])
        const ended = (text: string) => {
          Object.assign(scope, { executingRpcRequest: false, rpcErrorText: text })
          ctx.executingRpcRequest = false
          detectChanges()
        }
        done.then(
          () => ended(''),
          (error: Error) => ended(error.message),
        )
        return from(done)
      }
    const controlApi = {
      sendOneWayCommand: control('oneway'),
      sendTwoWayCommand: control('twoway'),
      completedCommand: () => {},
    }
    const subscription: Context = {
      id: 'default',
      alarms: { data: [] },
      hiddenData: [],
      rpcEnabled: data.members.rpcEnabled === true,
      getFirstEntityInfo: () => ctx.activeEntityInfo,
      isDataResolved: () => true,
      onUpdateTimewindow: (startMs: number, endMs: number) => void ask('zoom', [startMs, endMs]),
      onResetTimewindow: () => void ask('zoom', []),
      sendOneWayCommand: controlApi.sendOneWayCommand,
      sendTwoWayCommand: controlApi.sendTwoWayCommand,
      clearRpcError: () => void Object.assign(scope, { rpcErrorText: '' }),
    }
    const descriptorsOf = (sourceId: string) =>
      ((ctx.ownActions as WidgetData['actions'])[sourceId] ?? []).map((one) => ({ ...one }))
    const runAction = (descriptor: Json, entity: unknown, name: unknown, params: unknown, label: unknown) =>
      void ask('runAction', [
        descriptor.sourceId,
        descriptor.id,
        entity ?? null,
        name ?? '',
        params ?? null,
        label ?? '',
      ])
    const actionsApi = {
      get actionDescriptorsBySourceId() {
        return ctx.ownActions
      },
      getActionDescriptors: descriptorsOf,
      handleWidgetAction: (
        _event: unknown,
        descriptor: Json,
        entityId?: unknown,
        entityName?: unknown,
        additionalParams?: unknown,
        entityLabel?: unknown,
      ) => runAction(descriptor, entityId, entityName, additionalParams, entityLabel),
      elementClick(event: Event) {
        const ids = new Map(descriptorsOf('elementClick').map((one) => [(one as Json).name, one as Json]))
        for (let element = event.target as Element | null; element; element = element.parentElement) {
          const found = element.id && ids.get(element.id)
          if (found) return runAction(found, null, '', null, '')
        }
      },
      getActiveEntityInfo: () => ctx.activeEntityInfo,
    }
    Object.assign(scope, {
      ctx,
      $injector,
      rpcEnabled: data.members.rpcEnabled === true,
      executingRpcRequest: false,
      rpcErrorText: '',
      clearRpcError: subscription.clearRpcError,
      $applyAsync(run?: () => void) {
        run?.()
        detectChanges()
      },
      $apply(run?: () => void) {
        run?.()
        detectChanges()
      },
      $evalAsync(run?: () => void) {
        run?.()
        detectChanges()
      },
      detectChanges,
      raf: (run: () => void) => requestAnimationFrame(run),
    })
    Object.assign(ctx, services, {
      $scope: scope,
      $injector,
      servicesMap: { get: (name: string) => name },
      defaultSubscription: subscription,
      subscriptions: { default: subscription },
      controlApi,
      actionsApi,
      timewindowFunctions: {
        onUpdateTimewindow: subscription.onUpdateTimewindow,
        onResetTimewindow: subscription.onResetTimewindow,
      },
      hiddenData: [],
      ngZone: { run: (run: () => unknown) => run(), runOutsideAngular: (run: () => unknown) => run() },
      sanitizer: { bypassSecurityTrustHtml: (html: unknown) => html, bypassSecurityTrustUrl: (url: unknown) => url },
      rxjs,
      detectChanges,
      detectContainerChanges: detectChanges,
      updateWidgetParams: () => void ask('title', [ctx.widgetTitle ?? '']),
      $container: new SmallQuery([root]),
      $containerParent: new SmallQuery([root.parentElement ?? root]),
      inited: false,
      destroyed: false,
    })
    measure()
    set(data)
    return openTemplate(root, code.html, scope, {
      pipes: {
        date: (value, pattern, zone) =>
          base.date.transform(value, pattern as string | undefined, zone as string | undefined),
        translate: (key) => base.translate.instant(String(key)),
        async: (value) => value,
        json: (value) => JSON.stringify(value, null, 2),
        uppercase: (value) => String(value ?? '').toUpperCase(),
        lowercase: (value) => String(value ?? '').toLowerCase(),
        number: (value) => Number(value).toLocaleString(),
      },
      fail,
    })
  }

  function measure(): boolean {
    const { clientWidth: width, clientHeight: height } = root
    if (ctx.width === width && ctx.height === height) return false
    Object.assign(ctx, { width, height })
    return true
  }

  function ignoresTicks(): boolean {
    try {
      const read = self.typeParameters
      const parameters: Json = Object(typeof read === 'function' ? read.call(self) : null)
      return parameters.ignoreDataUpdateOnIntervalTick === true
    } catch {
      return false
    }
  }

  /** Takes over what changed; returns the functions of the script to call. */
  function set(data: Partial<WidgetData>): string[] {
    const changed: string[] = []
    const subscription = ctx.defaultSubscription as Context
    if (data.members) Object.assign(ctx, data.members)
    if (data.actions) ctx.ownActions = data.actions
    if (data.place) {
      Object.assign(place, data.place)
      const { entity } = data.place
      ctx.activeEntityInfo = entity && { entityId: entity.id, entityName: entity.name, entityLabel: entity.label }
    }
    if (data.timeWindow) {
      subscription.timeWindow = ctx.timeWindow = data.timeWindow
      // Realtime windows move on when no value comes too, and most scripts draw nowhere else.
      if (!ignoresTicks()) changed.push('onDataUpdated')
    }
    if (data.look) applyLook(data.look)
    if (data.datasources && data.keys) {
      const datasources = data.datasources.map((one) => ({ ...one }))
      const items = data.keys.map(
        ({ datasource, dataKey }): DataItem => ({ datasource: datasources[datasource] ?? {}, dataKey, data: [] }),
      )
      Object.assign(subscription, { datasources, data: items })
      Object.assign(ctx, { datasources, data: items })
      changed.push('onDataUpdated')
    }
    for (const [key, points] of data.points ?? []) {
      const item = (ctx.data as DataItem[])[key]
      if (item) item.data = points
      changed.push('onDataUpdated')
    }
    if (data.isEdit !== undefined && ctx.isEdit !== data.isEdit) changed.push('onEditModeChanged')
    if (data.isMobile !== undefined && ctx.isMobile !== data.isMobile) changed.push('onMobileModeChanged')
    if (data.isEdit !== undefined) ctx.isEdit = data.isEdit
    if (data.isMobile !== undefined) ctx.isMobile = data.isMobile
    return [...new Set(changed)]
  }

  async function start({ code, data, seq }: Start): Promise<void> {
    const style = document.createElement('style')
    style.textContent = code.css
    document.head.append(style)
    for (const { url, isModule } of code.resources) {
      await load(url, isModule).catch(() => post({ kind: 'resource', url }))
    }
    post({ kind: 'begins', seq })
    try {
      redraw = build(code, data)
      redraw()
      self.ctx = ctx
      const run = new Function('self', 'ctx', '$', 'jQuery', code.script)
      run.call(self, self, ctx, $, $)
    } catch (error) {
      fail(error, true)
      return
    }
    if (!call('onInit', true)) return
    ctx.inited = true
    if (data.points.length > 0) call('onDataUpdated')
    redraw()
    // Links would replace the widget: the page opens those of its own.
    root.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const href = link?.getAttribute('href') ?? '#'
      if (href.startsWith('#')) return
      event.preventDefault()
      void ask('openPath', [href]).catch(fail)
    })
    new ResizeObserver(() => {
      if (!measure()) return
      call('onResize')
      redraw()
    }).observe(root)
  }

  return async (message) => {
    switch (message.kind) {
      case 'start':
        await start(message)
        break
      case 'update': {
        for (const name of set(message.data)) call(name)
        redraw()
        break
      }
      case 'ping':
        break
      case 'answer': {
        const question = questions.get(message.call)
        questions.delete(message.call)
        if (message.error === null) question?.resolve(message.value)
        else question?.reject(new Error(message.error))
        return
      }
    }
    post({ kind: 'done', seq: message.seq })
  }
}

function applyLook({ scheme, variables }: WidgetData['look']) {
  const { style } = document.documentElement
  style.colorScheme = scheme
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value)
}
