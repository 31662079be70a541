import type { TObject } from "typebox";
import type { EndpointContract } from "../../contract/endpoint.ts";
import type { Operation } from "../../contract/endpoints.ts";
import { curlOf } from "./curl.ts";
import { exampleBody } from "./example-body.ts";
import type { JsonObject } from "./schemas.ts";

/** A call of the endpoint in several languages, with the caller's own values in angle brackets. */
export function codeSamples(operation: Operation, endpoint: EndpointContract): JsonObject[] {
  return [
    { lang: "Shell", label: "curl", source: curlOf(endpoint) },
    { lang: "TypeScript", label: "TypeScript", source: typescript[operation] },
    { lang: "Python", label: "Python", source: pythonOf(endpoint) },
    { lang: "PHP", label: "PHP", source: phpOf(endpoint) },
    { lang: "Java", label: "Java", source: javaOf(endpoint) },
    { lang: "C#", label: "C#", source: csharpOf(endpoint) },
  ];
}

const client = `import { BookingClient } from "booking-service-client";

const client = new BookingClient({
  baseUrl: "https://{base_url}",
  clientId: "<CLIENT_ID>",
  clientSecret: "<CLIENT_SECRET>",
  audience: "<AUDIENCE>",
});`;

const typescript: Readonly<Record<Operation, string>> = {
  requestToken: `${client}
// The client requests a token with its first call, and renews it in time.
const page = await client.listBookings("<YOUR_ID_OF_THE_CUSTOMER>");`,
  fetchContactBookings: `${client}
for await (const booking of client.bookings("<YOUR_ID_OF_THE_CUSTOMER>")) {
  console.log(booking.booking, booking.slot_starting_at, booking.booking_status);
}`,
  cancelInteractionBooking: `${client}
const { outcome } = await client.cancelBooking("2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11", {
  externalId: "<YOUR_ID_OF_THE_CUSTOMER>",
});
console.log(outcome);`,
};

function pythonOf({ method, path, authenticated, body }: EndpointContract): string {
  const lines = [
    "import json",
    ...(method === "GET" ? ["import urllib.parse"] : []),
    "import urllib.request",
    "",
    ...(method === "GET"
      ? ['query = urllib.parse.urlencode({"external_id": "<YOUR_ID_OF_THE_CUSTOMER>"})']
      : []),
    "request = urllib.request.Request(",
    method === "GET"
      ? `    "https://{base_url}${path}?" + query,`
      : `    "https://{base_url}${path}",`,
    "    headers={",
    ...(authenticated ? ['        "Authorization": "Bearer <ACCESS_TOKEN>",'] : []),
    ...(method === "GET" ? [] : ['        "Content-Type": "application/json",']),
    "    },",
    ...(body === null ? [] : [`    data=json.dumps(${literal(body, "    ")}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request, timeout=10) as answer:",
    "    print(json.load(answer))",
  ];
  return lines.join("\n");
}

function phpOf({ method, path, authenticated, body }: EndpointContract): string {
  const lines = [
    ...(method === "GET"
      ? ["$query = http_build_query(['external_id' => '<YOUR_ID_OF_THE_CUSTOMER>']);"]
      : []),
    `$call = curl_init('https://{base_url}${path}'${method === "GET" ? " . '?' . $query" : ""});`,
    "curl_setopt_array($call, [",
    "    CURLOPT_RETURNTRANSFER => true,",
    "    CURLOPT_TIMEOUT => 10,",
    "    CURLOPT_HTTPHEADER => [",
    ...(authenticated ? ["        'Authorization: Bearer <ACCESS_TOKEN>',"] : []),
    ...(method === "GET" ? [] : ["        'Content-Type: application/json',"]),
    "    ],",
    ...(body === null
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${phpArray(exampleBody(body))}),`]),
    "]);",
    "$answer = json_decode(curl_exec($call), true);",
    "$status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);",
  ];
  return lines.join("\n");
}

/** For Java 17, which runs one file by `java Call.java`. */
function javaOf({ method, path, authenticated, body }: EndpointContract): string {
  const gets = method === "GET";
  const lines = [
    "import java.net.URI;",
    ...(gets ? ["import java.net.URLEncoder;"] : []),
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    ...(gets ? ["import java.nio.charset.StandardCharsets;"] : []),
    "import java.time.Duration;",
    "",
    "public class Call {",
    "  public static void main(String[] arguments) throws Exception {",
    ...(gets
      ? [
          `    var customer = URLEncoder.encode("<YOUR_ID_OF_THE_CUSTOMER>", StandardCharsets.UTF_8);`,
          `    var address = "https://{base_url}${path}?external_id=" + customer;`,
        ]
      : [`    var address = "https://{base_url}${path}";`]),
    "    var request = HttpRequest.newBuilder(URI.create(address))",
    "        .timeout(Duration.ofSeconds(10))",
    ...(authenticated ? ['        .header("Authorization", "Bearer <ACCESS_TOKEN>")'] : []),
    ...(gets ? [] : ['        .header("Content-Type", "application/json")']),
    ...(body === null
      ? []
      : [
          '        .POST(HttpRequest.BodyPublishers.ofString("""',
          `            ${literal(body, " ".repeat(12))}"""))`,
        ]),
    "        .build();",
    "    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
    '    System.out.println(answer.statusCode() + " " + answer.body());',
    "  }",
    "}",
  ];
  return lines.join("\n");
}

/** For .NET 6 and later, as the whole `Program.cs` of a console project. */
function csharpOf({ path, authenticated, body }: EndpointContract): string {
  const fields = Object.entries(body === null ? {} : exampleBody(body));
  const lines = [
    ...(authenticated ? ["using System.Net.Http.Headers;"] : []),
    ...(body === null ? [] : ["using System.Net.Http.Json;"]),
    "",
    "using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };",
    ...(authenticated
      ? [
          'client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "<ACCESS_TOKEN>");',
        ]
      : []),
    ...(body === null
      ? [
          'var customer = Uri.EscapeDataString("<YOUR_ID_OF_THE_CUSTOMER>");',
          `var answer = await client.GetAsync("https://{base_url}${path}?external_id=" + customer);`,
        ]
      : [
          `var body = new { ${fields.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(", ")} };`,
          `var answer = await client.PostAsJsonAsync("https://{base_url}${path}", body);`,
        ]),
    'Console.WriteLine($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");',
  ];
  return lines.join("\n");
}

/** A JSON object is a literal of Python too, as long as it holds texts only. */
function literal(body: TObject, indent: string): string {
  return JSON.stringify(exampleBody(body), null, 4).replaceAll("\n", `\n${indent}`);
}

function phpArray(body: JsonObject): string {
  const fields = Object.entries(body).map(([name, value]) => {
    if (typeof value !== "string") throw new Error(`${name} is no text.`);
    return `        '${name}' => '${value}',`;
  });
  return `[\n${fields.join("\n")}\n    ]`;
}
