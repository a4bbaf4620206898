export { addOperationsRoutes } from './routes.ts'
