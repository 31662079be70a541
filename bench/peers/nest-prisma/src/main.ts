import "reflect-metadata";
import { Module, ValidationPipe } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { JwtModule, JwtService } from "@nestjs/jwt";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { BookingsController } from "./bookings-controller.ts";
import { BookingsService } from "./bookings-service.ts";
import { PrismaService } from "./prisma-service.ts";

/**
 * The list and the cancel on NestJS with Prisma, on the same tables. A guard before the controller verifies a
 * JWT at each call, and bodies and queries are validated. It runs on Fastify, which its documentation
 * recommends for speed.
 */
@Module({
  imports: [JwtModule.register({ global: true, secret: process.env["SECRET"] })],
  controllers: [BookingsController],
  providers: [BookingsService, PrismaService],
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ["error", "warn"],
});
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
app.enableShutdownHooks();
await app.listen(0, "127.0.0.1");
const token = await app.get(JwtService).signAsync({ sub: "bench" }, { expiresIn: "1d" });
const { port } = new URL(await app.getUrl());
process.stdout.write(`token ${token}\nlistening ${port}\n`);
