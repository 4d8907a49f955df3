/** Addresses of the embedded servers, fixed before they run. */
const host = '127.0.0.1';

export const mongoUri = (port: number, database = '') =>
  `mongodb://${host}:${port}/${database}?replicaSet=rs0`;
export const kafkaBroker = (port: number) => `${host}:${port}`;
export const redisUrl = (port: number, password: string) =>
  `redis://:${encodeURIComponent(password)}@${host}:${port}`;
export const smtpUrl = (port: number) => `smtp://${host}:${port}`;
export const mailPageUrl = (port: number) => `http://localhost:${port}`;
export const paymentsUrl = (port: number) => `http://localhost:${port}`;
