/** Draws the bars of a chart, and points in the shapes that users choose. */

import type uPlot from 'uplot'
import type { PathMethod } from '../../sandbox/function-protocol.ts'
import { inPlot, type Paint, type ScaleOf } from './chart-marks.ts'
import type { ChartModel } from './chart-model.ts'
import type { ChartSeries } from './chart-series.ts'
import type { PathStep, PointPaths } from './point-paths.ts'

/** Opacity of the bars of an earlier period. */
const comparedAlpha = 0.45

export function drawBars(self: uPlot, { bars, series }: ChartModel, paint: Paint, scaleOf: ScaleOf) {
  const scale = devicePixelRatio
  const colors = series.map(({ color }) => paint(color))
  inPlot(self, (context) => {
    for (const { series: index, fromMs, toMs, base, top } of bars) {
      const one = series[index]
      if (!one || one.isHidden) continue
      const y = scaleOf(one.axis)
      const left = self.valToPos(fromMs, 'x', true)
      // Narrow bars touch each other rather than vanish.
      const width = Math.max(scale, self.valToPos(toMs, 'x', true) - left - (bars.length > 1 ? scale : 0))
      const from = self.valToPos(base, y, true)
      const to = self.valToPos(top, y, true)
      context.globalAlpha = one.comparedMs === null ? 1 : comparedAlpha
      context.fillStyle = colors[index] ?? ''
      context.fillRect(left, Math.min(from, to), width, Math.max(Math.abs(to - from), scale))
    }
    context.globalAlpha = 1
  })
}

type Shape = ChartSeries['settings']['showPointShape']

/** Whether all points of a series are drawn. A line without a line has at least its points. */
export const hasPoints = ({ kind }: ChartModel, { settings }: ChartSeries): boolean =>
  settings.showPoints || (kind !== 'bar' && !settings.showLines)

export function drawPoints(self: uPlot, model: ChartModel, paint: Paint, scaleOf: ScaleOf, paths: PointPaths) {
  const scale = devicePixelRatio
  inPlot(self, (context) => {
    const times = self.data[0]
    for (const [index, one] of model.series.entries()) {
      if (one.isHidden || !hasPoints(model, one)) continue
      const { showPointShape, showPointsRadius, showPointsLineWidth } = one.settings
      const own = new Set(one.received.ts)
      const path = paths(one)
      const values = self.data[index + 1] ?? []
      const radius = showPointsRadius * scale
      // A line as wide as the shape fills it.
      const isSolid = showPointsLineWidth >= showPointsRadius
      context.strokeStyle = paint(one.color)
      context.fillStyle = isSolid ? paint(one.color) : paint('var(--sd-surface)')
      context.lineWidth = Math.max(1, Math.min(showPointsLineWidth, 1.75)) * scale
      context.setLineDash([])
      for (let i = 0; i < times.length; i++) {
        const value = values[i]
        if (typeof value !== 'number' || !own.has(times[i] as number)) continue
        const x = self.valToPos(times[i] as number, 'x', true)
        const y = self.valToPos(value, scaleOf(one.axis), true)
        if (path) customPath(context, path, x, y, scale)
        else shapePath(context, showPointShape, x, y, radius)
        if (showPointShape !== 'cross') context.fill()
        context.stroke()
      }
    }
  })
}

type Canvas = CanvasRenderingContext2D

/** How a method of the canvas is called with the numbers of a step; missing ones are 0. */
const draws: Readonly<Record<PathMethod, (context: Canvas, n: (index: number) => number) => void>> = {
  moveTo: (context, n) => context.moveTo(n(0), n(1)),
  lineTo: (context, n) => context.lineTo(n(0), n(1)),
  closePath: (context) => context.closePath(),
  rect: (context, n) => context.rect(n(0), n(1), n(2), n(3)),
  arc: (context, n) => context.arc(n(0), n(1), Math.abs(n(2)), n(3), n(4), n(5) !== 0),
  arcTo: (context, n) => context.arcTo(n(0), n(1), n(2), n(3), Math.abs(n(4))),
  ellipse: (context, n) => context.ellipse(n(0), n(1), Math.abs(n(2)), Math.abs(n(3)), n(4), n(5), n(6), n(7) !== 0),
  quadraticCurveTo: (context, n) => context.quadraticCurveTo(n(0), n(1), n(2), n(3)),
  bezierCurveTo: (context, n) => context.bezierCurveTo(n(0), n(1), n(2), n(3), n(4), n(5)),
}

/** Path of a point that a function draws around 0, 0. */
function customPath(context: Canvas, path: readonly PathStep[], x: number, y: number, scale: number) {
  context.beginPath()
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  for (const { method, numbers } of path) draws[method](context, (index) => numbers[index] ?? 0)
  context.restore()
}

/** Path of a point. Shapes cover about the same area as a circle of the radius. */
export function shapePath(
  context: Pick<CanvasRenderingContext2D, 'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'rect' | 'arc'>,
  shape: Shape,
  x: number,
  y: number,
  radius: number,
) {
  context.beginPath()
  const half = (radius * Math.sqrt(Math.PI)) / 2
  switch (shape) {
    case 'square':
      context.rect(x - half, y - half, 2 * half, 2 * half)
      break
    case 'diamond': {
      const reach = radius * Math.sqrt(Math.PI / 2)
      context.moveTo(x - reach, y)
      context.lineTo(x, y - reach)
      context.lineTo(x + reach, y)
      context.lineTo(x, y + reach)
      context.closePath()
      break
    }
    case 'triangle': {
      const side = (radius * Math.sqrt((4 * Math.PI) / Math.sqrt(3))) / 2
      const height = side * Math.sqrt(3)
      context.moveTo(x - side, y + height / 3)
      context.lineTo(x + side, y + height / 3)
      context.lineTo(x, y - (height * 2) / 3)
      context.closePath()
      break
    }
    case 'cross':
      context.moveTo(x - half, y - half)
      context.lineTo(x + half, y + half)
      context.moveTo(x - half, y + half)
      context.lineTo(x + half, y - half)
      break
    // Until the path of a custom shape is there.
    case 'custom':
    case 'circle':
      context.arc(x, y, radius, 0, 2 * Math.PI)
  }
}
